import type { Environment } from './platforms/platform.ts'

/** The account that the Twilio fake accepts. */
export const TWILIO_ACCOUNT = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'the-auth-token' }

/** Settings that send mails and SMS to the given servers only. */
export const sendingTo = (smtp: { url: string }, twilio: { url: string }): Environment => ({
  SMTP_URL: smtp.url,
  TWILIO_ACCOUNT_SID: TWILIO_ACCOUNT.accountSid,
  TWILIO_AUTH_TOKEN: TWILIO_ACCOUNT.authToken,
  TWILIO_BASE_URL: twilio.url,
  SMS_FROM: '+15005550006',
  DEV_VIEWER: 'false',
})
