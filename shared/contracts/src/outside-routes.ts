/**
 * Routes called from outside without a token, by use case: by the SMS provider, which signs its requests, and
 * by customers who follow the link in a mail. The gateway forwards them unchanged to the notifications
 * service.
 */
export const outsideRoutes = {
  receiveStatusCallback: { path: '/twilio/status', methods: ['POST'] },
  receiveText: { path: '/twilio/incoming', methods: ['POST'] },
  unsubscribe: { path: '/unsubscribe/{ticket}', methods: ['GET', 'POST'] },
} as const
