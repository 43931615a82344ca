import { limits } from '@appointments/contracts'

/** The paging parameters of a list. */
export interface Paging<Field extends string = string> {
  pageSize?: number | undefined
  pageNumber?: number | undefined
  sortField?: Field | undefined
  sortOrder?: 'asc' | 'desc' | undefined
}

export interface Page<Element> {
  content: Element[]
  pageCount: number
  pageNumber: number
  pageSize: number
  total: number
  sortField: string
  sortOrder: 'asc' | 'desc'
}

/** A page as SQL needs it. */
export interface Slice<Field extends string> {
  field: Field
  order: 'ASC' | 'DESC'
  limit: number
  offset: number
}

/** @param standard the field to sort by if the request names none */
export const sliceOf = <Field extends string>(
  { pageSize = limits.defaultPageSize, pageNumber = 1, sortField, sortOrder }: Paging<Field>,
  standard: Field,
): Slice<Field> => ({
  field: sortField ?? standard,
  order: sortOrder === 'desc' ? 'DESC' : 'ASC',
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
