import type { z } from 'zod'
import { limits } from './limits.ts'
import type { page } from './shapes.ts'

/** The paging parameters of a list. */
export interface Paging<Field extends string = string> {
  pageSize?: number | undefined
  pageNumber?: number | undefined
  sortField?: Field | undefined
  sortOrder?: 'asc' | 'desc' | undefined
}

/** A page of a list, in the format of every list response. */
export interface Page<Element> extends Omit<z.output<ReturnType<typeof page>>, 'content'> {
  content: Element[]
}

/** A page as SQL needs it. */
export interface Slice<Field extends string> {
  field: Field
  order: 'ASC' | 'DESC'
  limit: number
  offset: number
}

/** @param standard the field to sort by if the request names none, and its order */
export const sliceOf = <Field extends string>(
  { pageSize = limits.defaultPageSize, pageNumber = 1, sortField, sortOrder }: Paging<Field>,
  standard: Field,
  standardOrder: 'asc' | 'desc' = 'asc',
): Slice<Field> => ({
  field: sortField ?? standard,
  order: (sortOrder ?? standardOrder) === 'desc' ? 'DESC' : 'ASC',
  limit: pageSize,
  offset: (pageNumber - 1) * pageSize,
})

export const pageOf = <Element>(
  { content, total }: { content: Element[]; total: number },
  { field, order, limit, offset }: Slice<string>,
): Page<Element> => ({
  content,
  pageCount: Math.ceil(total / limit),
  pageNumber: offset / limit + 1,
  pageSize: limit,
  total,
  sortField: field,
  sortOrder: order === 'DESC' ? 'desc' : 'asc',
})
