/**
 * Routes called from outside without a token, by use case: by the SMS provider, which signs its requests, by customers
 * who follow the link in a mail, and by any program that shows a logo. The gateway forwards them unchanged to their
 * owner. The page at the path of `unsubscribe` is one of `webRoutes`.
 */
export const outsideRoutes = {
  receiveStatusCallback: { path: '/twilio/status', methods: ['POST'], owner: 'notifications' },
  receiveText: { path: '/twilio/incoming', methods: ['POST'], owner: 'notifications' },
  readLogo: { path: '/brand/{id}/{hash}', methods: ['GET'], owner: 'appointments' },
  readPreview: { path: '/previews/{key}', methods: ['GET'], owner: 'notifications' },
  unsubscribe: { path: '/unsubscribe/{ticket}', methods: ['POST'], owner: 'notifications' },
} as const
