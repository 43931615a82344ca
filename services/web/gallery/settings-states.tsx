import { ApiError } from '../src/api/send.ts'
import type { Role } from '../src/desk/api/shapes.ts'
import type { SettingsApi } from '../src/desk/settings/settings-api.ts'
import { desk, failing } from './desk-states.tsx'
import { aPresentation, someRules, someSettings } from './settings-fakes.ts'
import type { State } from './state.ts'
import { pressIn, type } from './steps.ts'

const settings = (
  api: Partial<SettingsApi> = {},
  then?: State['then'],
  roles: Role[] = ['ROLE_SUPERVISOR', 'ROLE_CLIENT_SERVICE'],
) => desk({ view: 'settings' }, { api: { settings: someSettings(api) }, roles }, then)

/** Changes the name, and saves. */
const rename = async () => {
  await type('set-brand-name', 'Quay Bank')
  await pressIn('form .main')
}
/** Saves the second form after a change. */
const changeRules = async () => {
  await pressIn('#set-agentReassignmentEnabled')
  await pressIn('form .main', 1)
}
const rejected = (errors: { pointer: string; message: string }[]) => () =>
  Promise.reject(new ApiError(400, 'VALIDATION_FAILED', { errors }))

/** Someone else changes the presentation before it is read again. */
function overtaken(): Partial<SettingsApi> {
  let reads = 0
  return {
    presentation: () =>
      Promise.resolve(
        reads++ === 0 ? aPresentation() : aPresentation({ name: 'Harbor Bank', accent: '#2a4bc4' }, 4),
      ),
    patchPresentation: failing(412, 'VERSION_MISMATCH'),
  }
}

/** Chooses a file as the logo: a picture of this size, or other bytes. */
const chooseLogo = async (edge: number, part: Partial<{ type: string; bytes: number }> = {}) => {
  const { type = 'image/png', bytes } = part
  const canvas = Object.assign(document.createElement('canvas'), { width: edge, height: 20 })
  const context = canvas.getContext('2d')
  if (context) Object.assign(context, { fillStyle: '#0b7a75' }).fillRect(0, 0, edge, 20)
  const drawnImage = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  const content = bytes === undefined ? (drawnImage ?? '') : new Uint8Array(bytes)
  const files = new DataTransfer()
  files.items.add(new File([content], 'logo', { type }))
  const field = document.querySelector<HTMLInputElement>('#set-brand-logo')
  if (!field) throw new Error('there is no field for the logo')
  field.focus()
  field.files = files.files
  field.dispatchEvent(new Event('change', { bubbles: true }))
  await new Promise((resolve) => setTimeout(resolve, 100))
}
const LOGO = { path: '/dev/logo.png', width: 160, height: 40 }
const withLogo = { presentation: () => Promise.resolve(aPresentation({ logo: LOGO })) }

/** Every state of the settings. */
export const settingsStates: Record<string, State> = {
  'desk/settings': settings(),
  'desk/settings of a supervisor': settings({}, undefined, ['ROLE_SUPERVISOR']),
  'desk/settings for an agent': desk({ view: 'settings' }, { roles: ['ROLE_AGENT'] }),
  'desk/settings with own plans': settings({
    application: () =>
      Promise.resolve(
        someRules({
          types: { CREATE: { channels: ['EMAIL'] }, REMINDER: { channels: ['EMAIL', 'SMS'] } },
          schedules: [
            { type: 'REMINDER', offset: 'P2D', channels: ['EMAIL'] },
            { type: 'FOLLOW_UP', offset: 'PT90M', channels: ['EMAIL', 'SMS'] },
          ],
          quietHours: { enabled: true, start: '21:00', end: '08:00', channels: ['SMS'] },
        }),
      ),
  }),
  'desk/settings with nothing set': settings({
    presentation: () =>
      Promise.resolve({ version: 0, brand: {}, booking: { enabled: false }, allowedOrigins: [] }),
    application: () => Promise.resolve({ version: 1, notifications: { active: false } }),
  }),
  'desk/settings cannot be read': settings({
    application: failing(503),
    presentation: failing(503),
    preview: failing(503),
  }),
  'desk/settings changed': settings({}, async () => {
    await pressIn('#set-brand-name')
    await type('set-brand-name', 'Quay Bank')
  }),
  'desk/settings being saved': settings({}, rename),
  'desk/settings saved': settings(
    { patchPresentation: () => Promise.resolve(aPresentation({ name: 'Quay Bank' }, 4)) },
    rename,
  ),
  'desk/settings with faults': settings(
    {
      patchPresentation: rejected([
        { pointer: '/brand/name', message: 'must have at most 100 characters' },
        { pointer: '/allowedOrigins/1', message: 'must be an origin, like https://www.example.com' },
      ]),
    },
    rename,
  ),
  'desk/settings that the person may not change': settings(
    { patchApplication: failing(403, 'FIELD_NOT_ALLOWED') },
    changeRules,
  ),
  'desk/settings, another editor was faster': settings(overtaken(), rename),
  'desk/settings, no response': settings({ patchPresentation: failing(0) }, rename),
  'desk/settings, a message is added': settings({}, async () => {
    await pressIn('#set-notifications-schedules')
    await pressIn('#set-notifications-types-CREATE-channels')
    await pressIn('#set-notifications-quietHours-enabled')
  }),
  'desk/settings with a logo': settings(withLogo),
  'desk/settings, a logo is chosen': settings({}, () => chooseLogo(160)),
  'desk/settings, the logo is stored': settings(
    { putLogo: () => Promise.resolve(aPresentation({ logo: LOGO }, 4)) },
    async () => {
      await chooseLogo(160)
      await pressIn('[name=upload-logo]')
    },
  ),
  'desk/settings, the logo is removed': settings(
    { ...withLogo, removeLogo: () => Promise.resolve(aPresentation({}, 4)) },
    () => pressIn('[name=remove-logo]'),
  ),
  'desk/settings, the logo is no image': settings({}, () => chooseLogo(1, { type: 'image/gif' })),
  'desk/settings, the logo is broken': settings({}, () => chooseLogo(1, { bytes: 20 })),
  'desk/settings, the logo has too many bytes': settings({}, () => chooseLogo(1, { bytes: 65_537 })),
  'desk/settings, the logo is too wide': settings({}, () => chooseLogo(1025)),
  'desk/settings, the logo is rejected': settings(
    {
      putLogo: () =>
        Promise.reject(new ApiError(400, 'LOGO_NOT_ACCEPTED', { detail: 'The body must be one image.' })),
    },
    async () => {
      await chooseLogo(160)
      await pressIn('[name=upload-logo]')
    },
  ),
  'desk/settings, another editor was faster with the logo': settings(
    { ...overtaken(), putLogo: failing(412, 'VERSION_MISMATCH') },
    async () => {
      await chooseLogo(160)
      await pressIn('[name=upload-logo]')
    },
  ),
  'desk/settings, narrow and dark preview': settings({}, async () => {
    await pressIn('[name=narrow]')
    await pressIn('[name=dark]')
  }),
}
