/** A request in a reply to an SMS. */
export type OptOut = 'STOP' | 'START'

// https://help.twilio.com/articles/223134027: the provider acts on these words itself
const STOP = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT']
const START = ['START', 'UNSTOP', 'YES']

/**
 * Reads an incoming SMS; undefined if it requests neither.
 * @param type how the provider classified it, if it did
 */
export function optOutOf(body: string, type: string | undefined): OptOut | undefined {
  if (type !== undefined) return type === 'STOP' || type === 'START' ? type : undefined
  const word = body.trim().toUpperCase()
  if (STOP.includes(word)) return 'STOP'
  return START.includes(word) ? 'START' : undefined
}
