import type {
  messageTemplate,
  MessageTemplateRequest,
  templatePreview,
  UsedTemplate,
} from '@appointments/contracts'
import type { z } from 'zod'

/** Texts as a client sends them. */
export const exampleTemplateRequest: MessageTemplateRequest = {
  locales: {
    en: {
      subject: 'See you {{whenShort}}',
      heading: 'Your visit to {{brand}}',
      intro: 'Please bring an identity card.',
      sms: '{{brand}}: see you {{whenShort}}. {{manageLink}}',
    },
    de: { sms: '{{brand}}: Bis {{whenShort}}. {{manageLink}}' },
  },
}

const contentHash = '5e1b0b6d6b5b0d0c7f7a5f2b8c1d4e3f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d'

/** The texts that an attempt was made from. */
export const exampleUsedTemplate: UsedTemplate = { key: 'visit', version: 2, locale: 'en', contentHash }

export const exampleTemplate: z.input<typeof messageTemplate> = {
  applicationId: 'demo',
  key: 'visit',
  version: 2,
  contentHash,
  ...exampleTemplateRequest,
  createdAt: '2026-12-20T10:00:00Z',
  updatedAt: '2027-01-04T09:12:00Z',
}

export const examplePreview: z.input<typeof templatePreview> = {
  mail: {
    template: exampleUsedTemplate,
    subject: 'See you Sat 9 Jan, 10:00 CET',
    text: 'Your visit to Harbour Bank\n\nHello Ada,\n\nPlease bring an identity card.\n',
    html: '<!doctype html><html lang="en">…</html>',
  },
  sms: {
    template: exampleUsedTemplate,
    body: 'Harbour Bank: see you Sat 9 Jan, 10:00 CET. https://appointments.example.com/manage/x1',
    encoding: 'GSM-7',
    segments: 1,
  },
}
