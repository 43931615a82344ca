/** Languages of the pages. */
export const languages: readonly string[]
/** The messages of a language, as text. */
export function messagesOf(language: string): Record<string, string>
/** Types of the arguments of every message, as the source of a module. */
export function typesOfMessages(): string
/** Differences between the languages, one line each. */
export function faultsInMessages(): string[]
/** A Vite plugin that parses messages when the pages are built. */
export function parsedMessages(): object
