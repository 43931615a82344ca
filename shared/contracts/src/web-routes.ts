/**
 * Paths in the browser that the web service serves, by page. The gateway forwards them. `messages` is also the path of
 * the data of the message viewer, and `unsubscribe` is also the path of its form; both belong to the notifications
 * service.
 */
export const webRoutes = {
  start: { path: '/' },
  book: { path: '/book/{applicationId}' },
  bookService: { path: '/book/{applicationId}/{serviceTypeId}' },
  manage: { path: '/manage/{ticket}' },
  join: { path: '/join/{ticket}' },
  room: { path: '/rooms/{id}/{room}' },
  unsubscribe: { path: '/unsubscribe/{ticket}' },
  desk: { path: '/desk' },
  deskView: { path: '/desk/{view}' },
  deskItem: { path: '/desk/{view}/{id}' },
  /** Settings of the desk's sign-in. */
  deskConfig: { path: '/desk/config.json' },
  messages: { path: '/dev/messages' },
  asset: { path: '/assets/{file}' },
  /** Shows the booking page on other sites. */
  embed: { path: '/embed.js' },
  boot: { path: '/boot.js' },
} as const
