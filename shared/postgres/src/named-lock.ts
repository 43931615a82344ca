/**
 * Takes the lock of a name until the transaction ends. Only statements after it see what its previous holder has stored.
 * @param name SQL of the name, usually a parameter
 */
export const takeLock = (name: string) => `pg_advisory_xact_lock(hashtextextended(${name}, 0))`
