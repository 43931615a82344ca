/** @param kind separates names that mean different things; equal names of two kinds do not wait for each other */
const keyOf = (name: string, kind: number) => `hashtextextended(${name}, ${kind})`

/**
 * Takes the lock of a name until the transaction ends. Only statements after it see what its previous holder has stored.
 * @param name SQL of the name, usually a parameter
 */
export const takeLock = (name: string, kind = 0) => `pg_advisory_xact_lock(${keyOf(name, kind)})`

/** The same lock without a wait: false if another transaction has it. */
export const takeLockIfFree = (name: string, kind = 0) => `pg_try_advisory_xact_lock(${keyOf(name, kind)})`
