import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyOf, listenOnLoopback, sendJson } from '../loopback-http.ts'
import { sightings } from '../sightings.ts'
import { createFates } from './fates.ts'
import type { Rejection, ScriptedFate } from './fates.ts'
import { optOutTypeOf, postText } from './incoming-text.ts'
import type { IncomingText } from './incoming-text.ts'
import { listMessages } from './list-messages.ts'
import { newMessage, presentMessage, step } from './message.ts'
import type { TwilioMessage } from './message.ts'
import { readSendRequest } from './send-request.ts'
import { postStatus } from './status-callback.ts'
import type { StatusCallback } from './status-callback.ts'

/** A fake of Twilio's messaging API; the test advances the status of each message. */
export interface TwilioFake {
  /** replaces https://api.twilio.com */
  url: string
  /** The accepted messages, whether or not the client received a response. */
  messages: () => TwilioMessage[]
  /** The first message that the predicate accepts, present already or within `limitMs` (5 s). */
  waitFor: (predicate: (message: TwilioMessage) => boolean, limitMs?: number) => Promise<TwilioMessage>
  /** Plans the fates of the next messages, before those of magic numbers. */
  script: (...fates: ScriptedFate[]) => void
  /** Forgets planned fates; those of magic numbers remain. */
  forgetPlans: () => void
  /**
   * Moves messages to their next status, posts the status callbacks, and resolves when the receivers have responded.
   * @param sid limits it to this message
   */
  advance: (sid?: string) => Promise<StatusCallback[]>
  /**
   * A person sends an SMS to one of the account's numbers. As at Twilio, later messages to this person are rejected
   * after STOP, until START.
   * @param url the webhook URL of the number
   */
  receive: (text: IncomingText, url: string) => Promise<{ status: number; body: string } | undefined>
  /** All received requests, in order. */
  requests: () => { method: string; path: string }[]
  /** Forgets messages and plans. */
  clear: () => void
  stop: () => Promise<void>
}

export interface TwilioOptions {
  accountSid: string
  authToken: string
  /** fetching a message first advances it to its final status */
  advanceOnPoll?: boolean
  /** maximum number of messages on a page, 1000 by default */
  largestPage?: number
  now?: () => Date
  port?: number
}

const NOT_FOUND = { status: 404, code: 20404, message: 'The requested resource was not found' }
const STOPPED = { status: 400, code: 21610, message: 'Attempt to send to unsubscribed recipient' }
const UNAUTHENTICATED = { status: 401, code: 20003, message: 'Authenticate' }

/** Starts the API on a loopback port. @param options.port 0, the default, selects a free one */
export async function startTwilio({
  accountSid,
  authToken,
  advanceOnPoll = false,
  largestPage,
  now = () => new Date(),
  port = 0,
}: TwilioOptions): Promise<TwilioFake> {
  const accepted = sightings<TwilioMessage>('messages')
  const fates = createFates()
  const stopped = new Set<string>()
  const requests: { method: string; path: string }[] = []
  const folder = `/2010-04-01/Accounts/${accountSid}/Messages`
  const credentials = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`

  const advance = async (messages: readonly TwilioMessage[]) => {
    const moved = messages.filter((message) => step(message, now()))
    const callbacks = await Promise.all(
      moved.map((message) => postStatus({ accountSid, authToken }, message)),
    )
    return callbacks.filter((callback) => callback !== undefined)
  }

  const send = async (request: IncomingMessage, response: ServerResponse) => {
    const wanted = readSendRequest(new URLSearchParams(await bodyOf(request)))
    if ('rejected' in wanted) {
      reject(response, wanted.rejected)
      return
    }
    if (stopped.has(wanted.to)) {
      reject(response, STOPPED)
      return
    }
    const fate = fates.next(wanted.to)
    if ('rejected' in fate) {
      reject(response, fate.rejected)
      return
    }
    const message = newMessage(wanted, fate.ends ?? 'delivered', now())
    accepted.add(message)
    if (!('acceptedAnd' in fate)) sendJson(response, 201, presentMessage(accountSid, message))
    else if (fate.acceptedAnd === 'reset') request.socket.resetAndDestroy()
  }

  const show = async (sid: string, response: ServerResponse) => {
    const message = accepted.all().find((candidate) => candidate.sid === sid)
    if (message === undefined) {
      reject(response, NOT_FOUND)
      return
    }
    if (advanceOnPoll) while (message.ahead.length > 0) await advance([message])
    sendJson(response, 200, presentMessage(accountSid, message))
  }

  const server = await listenOnLoopback(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://twilio')
    requests.push({ method: request.method ?? '', path: request.url ?? '' })
    const [, sid] = /^\/(SM[0-9a-f]{32})\.json$/.exec(pathname.slice(folder.length)) ?? []
    if (request.headers.authorization !== credentials) reject(response, UNAUTHENTICATED)
    else if (request.method === 'POST' && pathname === `${folder}.json`) await send(request, response)
    else if (request.method === 'GET' && pathname === `${folder}.json`)
      sendJson(response, 200, listMessages(accountSid, accepted.all(), pathname, searchParams, largestPage))
    else if (request.method === 'GET' && pathname.startsWith(folder) && sid !== undefined)
      await show(sid, response)
    else reject(response, NOT_FOUND)
  }, port)

  return {
    url: server.url,
    messages: accepted.all,
    requests: () => [...requests],
    waitFor: accepted.waitFor,
    script: (...planned) => planned.forEach(fates.add),
    forgetPlans: () => fates.clear(),
    advance: (sid) => advance(accepted.all().filter((message) => sid === undefined || message.sid === sid)),
    receive(text, url) {
      const asked = optOutTypeOf(text.body)
      if (asked === 'STOP') stopped.add(text.from)
      if (asked === 'START') stopped.delete(text.from)
      return postText({ accountSid, authToken }, text, url)
    },
    clear() {
      stopped.clear()
      requests.length = 0
      accepted.clear()
      fates.clear()
    },
    stop: server.stop,
  }
}

function reject(response: ServerResponse, { status, code, message, retryAfterS }: Rejection): void {
  sendJson(
    response,
    status,
    { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
    retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) },
  )
}
