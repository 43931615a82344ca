import { describe, expect, it } from 'vitest'
import { forbiddenSenders, senders, unconfigured } from '../src/index.ts'

const LIST =
  'org-1=Bookings@acme.example, +4930123456, ACME ; org-2=*@beta.example\norg%3B3=*; *=*@shared.example'

/** The senders rejected for an application of an organization. */
function forbidden(
  from: { emailAddress?: string; smsSender?: string },
  organizationId?: string,
  list = LIST,
) {
  const rule = forbiddenSenders({
    SENDERS: senders.parse(list),
    MAIL_FROM: 'house@example.com',
    SMS_FROM: 'House',
  })
  return rule({ ...unconfigured('app', organizationId), notifications: { active: true, from } })
}

describe('the list of senders [H8]', () => {
  it.each([
    ['org-1', { emailAddress: 'bookings@ACME.example' }],
    ['org-1', { smsSender: '+4930123456' }],
    ['org-1', { smsSender: 'Acme' }],
    ['org-1', { emailAddress: 'house@example.com', smsSender: 'House' }],
    ['org-1', { emailAddress: 'any@shared.example' }],
    ['org-2', { emailAddress: 'any@beta.example' }],
    ['org;3', { emailAddress: 'any@where.example', smsSender: '+15005550006' }],
    [undefined, { emailAddress: 'any@shared.example' }],
    [undefined, {}],
  ])('allows %s to use %j', (organizationId, from) => {
    expect(forbidden(from, organizationId)).toEqual([])
  })

  it.each([
    ['org-1', { emailAddress: 'other@acme.example' }, ['emailAddress']],
    ['org-1', { emailAddress: 'any@beta.example', smsSender: '+4930123457' }, ['emailAddress', 'smsSender']],
    ['org-2', { emailAddress: 'any@sub.beta.example' }, ['emailAddress']],
    ['org-2', { emailAddress: 'any@notbeta.example' }, ['emailAddress']],
    ['org-2', { smsSender: 'ACME' }, ['smsSender']],
    [undefined, { emailAddress: 'bookings@acme.example' }, ['emailAddress']],
    ['org-9', { emailAddress: 'bookings@acme.example' }, ['emailAddress']],
  ])('does not allow %s to use %j', (organizationId, from, fields) => {
    expect(forbidden(from, organizationId)).toEqual(fields)
  })

  it('allows every sender by *=*, and none by *=', () => {
    const from = { emailAddress: 'any@where.example', smsSender: 'Anyone' }
    expect(forbidden(from, 'org-1', '*=*')).toEqual([])
    expect(forbidden(from, undefined, '*=*')).toEqual([])
    expect(forbidden(from, 'org-1', '*=')).toEqual(['emailAddress', 'smsSender'])
    expect(forbidden({ emailAddress: 'house@example.com' }, 'org-1', '*=')).toEqual([])
  })

  it('compares internationalised domains in their ASCII form', () => {
    expect(forbidden({ emailAddress: 'any@xn--mnchen-3ya.example' }, 'o', 'o=*@münchen.example')).toEqual([])
  })

  it('allows every sender if it is absent', () => {
    const rule = forbiddenSenders({})
    expect(rule({ notifications: { active: true, from: { smsSender: 'Anyone' } } })).toEqual([])
  })

  it.each([
    'acme.example',
    '=a@b.example',
    'org-1=no sender at all',
    'org-1=*@',
    'org-1=a@b.example;%=*',
    'o=@x.example',
  ])('rejects %s', (list) => {
    expect(senders.safeParse(list).success).toBe(false)
  })
})
