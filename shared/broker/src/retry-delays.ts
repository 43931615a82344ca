/** Milliseconds before each further delivery of a message whose consumer threw; after the last one it is dead-lettered. */
export const defaultRetryDelaysMs: readonly number[] = [5_000, 30_000, 300_000, 1_800_000]
