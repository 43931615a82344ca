import { z } from 'zod'
import { count } from './availability.ts'
import { limits } from './limits.ts'

/** The position of a reader in a list, opaque to clients. */
export const cursorText = z
  .string()
  .min(1)
  .max(limits.cursor)
  .regex(/^[\w.-]+$/, 'must be the nextCursor of a response, unchanged')
  .meta({ override: { type: 'string', minLength: 1, maxLength: limits.cursor } })

/** Query parameters of paging by cursor. A cursor is valid only with the filters that it was created with. */
export const cursorPaging = {
  cursor: cursorText.optional(),
  limit: count(limits.pageSize).optional(),
}

/** The same as fields of a request body. */
export const cursorPagingInBody = {
  cursor: cursorText.optional(),
  limit: z.int().min(1).max(limits.pageSize).optional(),
}

/** A page of a list that is read by cursor. The last page has no `nextCursor`. */
export const cursorPage = <T extends z.ZodType>(id: string, element: T) =>
  z.object({ content: z.array(element), nextCursor: z.string().optional() }).meta({ id })
