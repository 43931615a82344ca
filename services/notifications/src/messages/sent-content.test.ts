import { expect, it } from 'vitest'
import { contentOfMail, contentOfText, contentOfWebhook } from './sent-content.ts'

const ticket = 'https://appointments.example/manage/Ab-9_xyz'

it('a mail keeps its text, but its tickets are masked', () => {
  const content = contentOfMail({
    subject: 'Booked',
    text: `Change it: ${ticket}\nJoin: https://appointments.example/join/abc`,
    html: `<a href="${ticket}">Change</a><a href="https://appointments.example/unsubscribe/a.b.c">Stop</a>`,
  })
  expect(content).toEqual({
    subject: 'Booked',
    text: 'Change it: https://appointments.example/manage/********\nJoin: https://appointments.example/join/********',
    html: '<a href="https://appointments.example/manage/********">Change</a><a href="https://appointments.example/unsubscribe/********">Stop</a>',
  })
})

it('an SMS keeps the size of the sent text', () => {
  const body = `${'x'.repeat(150)} ${ticket}`
  expect(contentOfText({ body })).toMatchObject({ encoding: 'GSM-7', segments: 2 })
})

it('a webhook shows no secret', () => {
  const headers = {
    'x-tenant': 'north',
    Authorization: 'Bearer abc',
    'X-Api-Key': 'abc',
    'webhook-id': 'ntf_1',
    'webhook-signature': 'v1,abc',
  }
  expect(contentOfWebhook({ body: '{}', headers }, ['X-Tenant']).headers).toEqual({
    'x-tenant': '********',
    Authorization: '********',
    'X-Api-Key': '********',
    'webhook-id': 'ntf_1',
    'webhook-signature': 'v1,abc',
  })
})
