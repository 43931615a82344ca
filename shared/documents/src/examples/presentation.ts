import { presentationRequest, type presentationOperations, type Presentation } from '@appointments/contracts'
import type { Examples } from './example.ts'

const request = presentationRequest.parse({
  brand: {
    name: 'Example Advice',
    address: 'Example Street 1, 10115 Berlin',
    accent: '#0a6e5c',
    supportEmail: 'help@example.com',
    supportPhone: '+4930123456',
    privacyUrl: 'https://www.example.com/privacy',
  },
  booking: { enabled: true, codeBy: ['EMAIL'] },
  allowedOrigins: ['https://www.example.com'],
})

/** A presentation, as responses and events show it. */
export const examplePresentation: Presentation = { ...request, applicationId: 'demo', version: 1 }

/** Examples of the operations on how an application presents itself. */
export const presentationExamples: Examples<typeof presentationOperations> = {
  getPresentation: { response: examplePresentation },
  putPresentation: { body: request, response: examplePresentation },
  patchPresentation: {
    body: { brand: { supportPhone: null, termsUrl: 'https://www.example.com/terms' } },
    response: { ...examplePresentation, version: 2 },
  },
  putLogo: {
    response: {
      ...examplePresentation,
      version: 3,
      brand: {
        ...request.brand,
        logo: { path: '/brand/demo/Jc0yHqvB1u5bZ6k3T9wXaA', width: 320, height: 80 },
      },
    },
  },
  removeLogo: {},
  getProfile: {
    response: {
      ...request.brand,
      locales: ['en', 'de'],
      timezone: 'Europe/Berlin',
      booking: { ...request.booking, holds: 'OTP' },
    },
  },
}
