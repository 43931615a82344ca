/** What an answer to an SMS asks for; undefined where it is about something else. */
export type OptOut = 'STOP' | 'START'

// https://help.twilio.com/articles/223134027: the provider acts on these words before anybody sees them
const STOP = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT']
const START = ['START', 'UNSTOP', 'YES']

/**
 * Reads an SMS somebody sent.
 * @param type what the provider took it for, where it says so
 */
export function optOutOf(body: string, type: string | undefined): OptOut | undefined {
  if (type !== undefined) return type === 'STOP' || type === 'START' ? type : undefined
  const word = body.trim().toUpperCase()
  if (STOP.includes(word)) return 'STOP'
  return START.includes(word) ? 'START' : undefined
}
