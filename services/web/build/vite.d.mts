import type { InlineConfig } from 'vite'

/** The settings of Vite. */
export function viteSettings(entries: Record<string, string>, outDir: string): InlineConfig
