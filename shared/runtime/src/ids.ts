import { v7 } from 'uuid'

/** A new id: UUID version 7 (RFC 9562), so that rows created together are adjacent in an index. */
export const newId = (): string => v7()
