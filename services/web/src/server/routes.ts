import { webRoutes } from '@appointments/contracts'

/** Pages that an installation can leave out. */
export const switchablePages = ['book', 'manage', 'join', 'room', 'unsubscribe', 'desk'] as const

/** All pages; each has an entry of its name in the build. */
export const pages = ['start', ...switchablePages, 'messages'] as const
export type Page = (typeof pages)[number]

/** Languages of the pages. The first is used if the browser accepts none of them. */
export const languages = ['en', 'de', 'fr'] as const
export type Language = (typeof languages)[number]

/** The path templates of a page. */
export const pathsOf = (page: Page): string[] => [
  webRoutes[page].path,
  ...(page === 'book' ? [webRoutes.bookService.path] : []),
  ...(page === 'desk' ? [webRoutes.deskView.path, webRoutes.deskItem.path] : []),
]
