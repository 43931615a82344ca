/* What no text for API clients contains. */

/** Words that are clear only to the authors of a service. */
export const unclearWords =
  /\b(?:answer(?:s|ed)?|refus(?:al|als|e|es|ed)|told|heard|taken with|given back|nobody|somebody)\b/i

/** Wording of the validation library's own messages. */
export const libraryWording =
  /invalid (?:input|option|string|number|key|element|value|discriminator|\w+ (?:address|range))|\bexpected\b|\breceived\b|\btoo (?:big|small)\b|unrecognized|\bpattern\b|must match|>=|<=|\|/i
