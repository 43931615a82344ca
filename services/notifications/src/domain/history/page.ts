import { limits } from '@appointments/contracts'

/** A page of a list, in the format of every list response. */
export interface Page<Element> {
  content: Element[]
  total: number
  pageNumber: number
  pageSize: number
  pageCount: number
  sortField: string
  sortOrder: 'asc' | 'desc'
}

export interface Paging {
  pageNumber?: number | undefined
  pageSize?: number | undefined
  sortField?: string | undefined
  sortOrder?: 'asc' | 'desc' | undefined
}

/** Page and order that a caller requested; newest first by default. */
export function pageOf({ pageNumber = 1, pageSize = limits.defaultPageSize, sortField, sortOrder }: Paging) {
  return {
    pageNumber,
    pageSize,
    sortField: sortField ?? 'createdAt',
    sortOrder: sortOrder ?? 'desc',
    offset: (pageNumber - 1) * pageSize,
  } as const
}

/** An empty page. */
export const emptyPage = <Element>(paging: Paging): Page<Element> => pageWith([], 0, paging)

export function pageWith<Element>(content: Element[], total: number, paging: Paging): Page<Element> {
  const { offset: _, ...page } = pageOf(paging)
  return { content, total, pageCount: Math.ceil(total / page.pageSize), ...page }
}
