/* Patterns that must not occur in texts for API clients. */

/** Words that only the authors of a service understand. */
export const unclearWords =
  /\b(?:answer(?:s|ed)?|refus(?:al|als|e|es|ed)|told|heard|taken with|given back|nobody|somebody)\b/i

/** Wording of the validation library's own messages. */
export const libraryWording =
  /invalid (?:input|option|string|number|key|element|value|discriminator|\w+ (?:address|range))|\bexpected\b|\breceived\b|\btoo (?:big|small)\b|unrecognized|\bpattern\b|must match|>=|<=|\|/i
