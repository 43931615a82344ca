import { sliceOf, type Paging, type Slice } from '@appointments/contracts'

/** The requested page of a list that is sorted by creation, newest first, unless the request says otherwise. */
export const newestFirst = <Field extends string>(
  query: Paging<Field | 'createdAt'>,
): Slice<Field | 'createdAt'> => sliceOf(query, 'createdAt', 'desc')
