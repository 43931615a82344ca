/**
 * What the world outside calls without a token, by the name of its use case: the SMS provider, which signs what it
 * says, and customers who follow the link of a mail. The gateway hands it over to the notifications service as it is.
 */
export const outsideRoutes = {
  receiveStatusCallback: { path: '/twilio/status', methods: ['POST'] },
  receiveText: { path: '/twilio/incoming', methods: ['POST'] },
  unsubscribe: { path: '/unsubscribe/{ticket}', methods: ['GET', 'POST'] },
} as const
