import type { Plugin } from 'vite'

/** A Vite plugin that adds the languages to the pages. */
export const pseudoLanguages: () => Plugin
