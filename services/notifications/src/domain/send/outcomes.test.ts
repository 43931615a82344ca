import { describe, expect, it } from 'vitest'
import { smtpOutcome } from './smtp-outcome.ts'
import { isFurther, receiptOf, submissionOutcome } from './sms-outcome.ts'
import { lasting, retryAfterMsOf, webhookFailure, webhookOutcome } from './webhook-outcome.ts'

describe('SMTP', () => {
  it.each([
    [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 }, 'permanent'],
    [{ code: 'EMESSAGE', command: 'DATA', responseCode: 552 }, 'permanent'],
    [{ code: 'EENVELOPE', command: 'API' }, 'permanent'],
    [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 451 }, 'transient'],
    [{ code: 'EMESSAGE', command: 'DATA', responseCode: 421 }, 'transient'],
    [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 503 }, 'transient'],
    [{ code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 553 }, 'unavailable'],
    [{ code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535 }, 'unavailable'],
    [{ code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 454 }, 'transient'],
    [{ code: 'ENOAUTH', command: 'API' }, 'unavailable'],
    [{ code: 'EDNS', command: 'CONN' }, 'transient'],
    [{ code: 'ESOCKET', command: 'CONN', originalCode: 'ECONNREFUSED' }, 'transient'],
    [{ code: 'ETIMEDOUT', command: 'CONN', timeoutType: 'CONNECT_TIMEOUT' }, 'transient'],
    [{ code: 'ETIMEDOUT', command: 'CONN', timeoutType: 'SOCKET_TIMEOUT' }, 'unknown'],
    [{ code: 'ECONNECTION', command: 'CONN' }, 'unknown'],
  ])('classifies %j as %s', (failure, kind) => {
    expect(smtpOutcome({ message: 'said so', ...failure }).kind).toBe(kind)
  })

  it.each([
    ['RCPT TO', 451, false],
    // greylisting or a limit of one sender
    ['MAIL FROM', 451, false],
    ['MAIL FROM', 503, false],
    ['MAIL FROM', 421, true],
    ['DATA', 421, true],
    ['AUTH PLAIN', 454, true],
    ['EHLO', 450, true],
  ])('counts a reply to %s with %s against the server: %s', (command, responseCode, isOutage) => {
    const outcome = smtpOutcome({ code: 'EENVELOPE', command, responseCode, message: 'said so' })
    expect(outcome).toMatchObject({ kind: 'transient', isOutage })
  })

  it.each([
    ['432 4.3.2 Concurrent connections limit exceeded', 432, 'MAIL FROM', true],
    ['432 4.3.2 sender thread limit exceeded', 432, 'DATA', true],
    ['432 4.7.12 a password transition is needed', 432, 'AUTH PLAIN', undefined],
    ['421 4.7.0 Too many concurrent SMTP connections', 421, 'RCPT TO', true],
    ['421-4.7.0 Error:\n421 4.7.0 too many connections from your network', 421, 'CONN', true],
    ['421 4.7.0 too many messages', 421, 'DATA', undefined],
    ['421 4.3.2 shutting down', 421, 'DATA', undefined],
  ])('finds too many connections in "%s"', (response, responseCode, command, isCrowded) => {
    const outcome = smtpOutcome({ code: 'EENVELOPE', command, responseCode, response, message: '' })
    expect(outcome.kind).toBe('transient')
    expect((outcome as { isCrowded?: boolean }).isCrowded).toBe(isCrowded)
  })

  it.each([
    ['550 5.1.1 no such user', 550, 'RCPT TO', 'HARD_BOUNCE'],
    ['550 unknown', 550, 'RCPT TO', 'HARD_BOUNCE'],
    ['550 5.2.1 closed', 550, 'DATA', 'HARD_BOUNCE'],
    ['550 5.7.1 looks like spam', 550, 'RCPT TO', undefined],
    ['552 5.2.2 the mailbox is full', 552, 'RCPT TO', undefined],
    ['550 looks like spam', 550, 'DATA', undefined],
  ])('derives the address fault of "%s"', (response, responseCode, command, fault) => {
    const outcome = smtpOutcome({ code: 'EENVELOPE', command, responseCode, response, message: '' })
    expect(outcome.kind).toBe('permanent')
    expect((outcome as { addressFault?: string }).addressFault).toBe(fault)
  })
})

describe('SMS', () => {
  it.each([
    [400, 21211, 'permanent'],
    [400, 21610, 'permanent'],
    [429, 20429, 'transient'],
    [400, 21611, 'transient'],
    [500, undefined, 'unknown'],
    [401, 20003, 'unavailable'],
    [400, 99_999, 'permanent'],
  ])('classifies a submission with status %s and code %s as %s', (status, code, kind) => {
    expect(submissionOutcome(status, code, 'said so').kind).toBe(kind)
  })

  it.each([
    ['delivered', null, { kind: 'delivered' }],
    ['sent', 30_007, { kind: 'waiting' }],
    ['undelivered', 30_003, { kind: 'undelivered', isPermanent: false }],
    ['failed', 30_005, { kind: 'undelivered', isPermanent: true }],
    ['undelivered', null, { kind: 'undelivered', isPermanent: false }],
    ['canceled', null, { kind: 'cancelled' }],
  ])('classifies the status %s with code %s as %j', (status, code, expected) => {
    expect(receiptOf(status, code)).toMatchObject(expected)
  })

  it.each([
    ['queued', 'sent', true],
    [null, 'accepted', true],
    ['SENDING', 'queued', true],
    ['sent', 'queued', false],
    ['sent', 'sent', false],
    ['delivered', 'undelivered', false],
    ['sent', 'a future status', false],
  ])('after %s, the status %s is progress: %s', (known, news, expected) => {
    expect(isFurther(known, news)).toBe(expected)
  })

  it('allows one resubmission for an unlisted code', () => {
    expect(receiptOf('failed', 39_999)).toMatchObject({ isPermanent: false, chances: 1 })
    expect(receiptOf('failed', 30_003)).not.toHaveProperty('chances')
  })

  it.each([
    [21_610, 'STOP'],
    [21_614, 'HARD_BOUNCE'],
    [30_007, undefined],
    [21_606, undefined],
  ])('derives the address fault of code %s: %s', (code, fault) => {
    expect(submissionOutcome(400, code, 'said so')).toMatchObject({ kind: 'permanent' })
    expect((submissionOutcome(400, code, 'said so') as { addressFault?: string }).addressFault).toBe(fault)
  })
})

describe('webhooks', () => {
  it.each([
    [204, { kind: 'delivered', providerStatus: 'HTTP_204' }],
    [410, { kind: 'permanent', message: '410 Gone' }],
    [404, { kind: 'transient' }],
    [307, { kind: 'transient', message: '307 Temporary Redirect, redirects are not followed' }],
    [429, { kind: 'transient', leastDelayMs: 60_000 }],
    [500, { kind: 'transient', isOutage: true }],
  ])('classifies status %s as %j', (status, expected) => {
    expect(webhookOutcome(status)).toMatchObject(expected)
  })

  it('treats a blocked address as permanent and a reset connection as transient', () => {
    expect(webhookFailure('BLOCKED_ADDRESS', 'private').kind).toBe('permanent')
    expect(webhookFailure('ECONNRESET', 'reset').kind).toBe('transient')
  })

  it('retries a certificate for another name for a day', () => {
    const since = new Date('2027-01-01T00:00:00Z')
    const after = (hours: number) => new Date(since.getTime() + hours * 3_600_000)
    const mismatch = webhookFailure('ERR_TLS_CERT_ALTNAME_INVALID', 'not its name')
    expect(lasting(mismatch, since, after(23.9)).kind).toBe('transient')
    expect(lasting(mismatch, since, after(24)).kind).toBe('permanent')
    expect(lasting(webhookFailure('ECONNREFUSED', 'no'), since, after(48)).kind).toBe('transient')
  })

  it('reads Retry-After in seconds and as a date', () => {
    const now = new Date('2027-01-01T00:00:00Z')
    expect(retryAfterMsOf('120', now)).toBe(120_000)
    expect(retryAfterMsOf('Fri, 01 Jan 2027 00:05:00 GMT', now)).toBe(300_000)
    expect(retryAfterMsOf('soon', now)).toBeUndefined()
    expect(retryAfterMsOf(undefined, now)).toBeUndefined()
  })
})
