import type { Environment } from './platforms/platform.ts'

/** The account the stand-in for Twilio knows. */
export const TWILIO_ACCOUNT = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'the-auth-token' }

/** Settings of a system whose mails and SMS go to the given servers, and nowhere else. */
export const sendingTo = (smtp: { url: string }, twilio: { url: string }): Environment => ({
  SMTP_URL: smtp.url,
  TWILIO_ACCOUNT_SID: TWILIO_ACCOUNT.accountSid,
  TWILIO_AUTH_TOKEN: TWILIO_ACCOUNT.authToken,
  TWILIO_BASE_URL: twilio.url,
  SMS_FROM: '+15005550006',
  DEV_VIEWER: 'false',
})
