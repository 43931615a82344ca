import { startTwilio } from '../twilio/start-twilio.ts'
import type { ScriptedFate } from '../twilio/fates.ts'
import { runFake, wantedPort } from './run-fake.ts'

const {
  TWILIO_ACCOUNT_SID = 'AC00000000000000000000000000000000',
  TWILIO_AUTH_TOKEN = 'token',
  ADVANCE_ON_POLL,
} = process.env
const twilio = await startTwilio({
  accountSid: TWILIO_ACCOUNT_SID,
  authToken: TWILIO_AUTH_TOKEN,
  advanceOnPoll: ADVANCE_ON_POLL === '1',
  port: wantedPort(),
})
await runFake(twilio, {
  'GET /messages': twilio.messages,
  'DELETE /messages': twilio.clear,
  'POST /script': (fates) => twilio.script(...[fates as ScriptedFate].flat()),
  'POST /advance': () => twilio.advance(),
})
