/**
 * Routes called from outside without a token, by use case: by the SMS provider, which signs its requests, and
 * by customers who follow the link in a mail. The gateway forwards them unchanged to the notifications
 * service. The page at the path of `unsubscribe` is one of `webRoutes`.
 */
export const outsideRoutes = {
  receiveStatusCallback: { path: '/twilio/status', methods: ['POST'] },
  receiveText: { path: '/twilio/incoming', methods: ['POST'] },
  readUnsubscription: { path: '/api/v2/unsubscribe/{ticket}', methods: ['GET'] },
  unsubscribe: { path: '/unsubscribe/{ticket}', methods: ['POST'] },
} as const
