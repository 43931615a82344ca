import type { SettingsApi, Stored } from '../src/desk/settings/settings-api.ts'

export const aPresentation = (brand: object = {}, version = 3): Stored => ({
  applicationId: 'bank',
  version,
  brand: {
    name: 'Harbour Bank',
    address: '12 Quay Street, Harbourtown',
    accent: '#0b7a75',
    supportEmail: 'help@bank.example',
    supportPhone: '+4930123456',
    privacyUrl: 'https://bank.example/privacy',
    ...brand,
  },
  booking: { enabled: true, codeBy: ['EMAIL', 'SMS'] },
  allowedOrigins: ['https://bank.example', 'https://www.bank.example'],
})

export const someRules = (notifications: object = {}): Stored => ({
  id: 'bank',
  version: 12,
  overlapPolicy: 'REJECT',
  agentReassignmentEnabled: true,
  customerCancelCutoff: 'PT24H',
  noShowGrace: 'PT10M',
  notifications: {
    active: true,
    from: { emailName: 'Harbour Bank', emailAddress: 'appointments@bank.example', smsSender: 'Harbour' },
    ...notifications,
  },
})

const never = () => new Promise<never>(() => undefined)

/** Fake requests of the settings. */
export const someSettings = (change: Partial<SettingsApi> = {}): SettingsApi => ({
  application: () => Promise.resolve(someRules()),
  presentation: () => Promise.resolve(aPresentation()),
  patchApplication: never,
  patchPresentation: never,
  putLogo: never,
  removeLogo: never,
  preview: () =>
    Promise.resolve({
      mail: { subject: 'Your appointment is booked', text: 'Hello Ada', url: '/dev/messages/m-1/html' },
      sms: {
        body: 'Harbour Bank: Your appointment is on Thu 26 November at 10:00. Change or cancel: https://bank.example/m/x',
        encoding: 'GSM-7',
        segments: 1,
      },
    }),
  ...change,
})
