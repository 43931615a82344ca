import type { Call } from '../api/call.ts'
import { keyed } from '../../api/send.ts'

/** A resource of settings, whose members are read by their paths. */
export type Stored = { version: number } & Record<string, unknown>

/** A JSON merge patch. */
export type Patch = Record<string, unknown>

export interface MessagePreview {
  mail: { subject: string; text: string; url: string }
  sms: { body: string; encoding: string; segments: number }
}

/** The message to preview, with settings that are not stored yet. */
export interface PreviewRequest {
  type: string
  locale: string
  patch: { presentation?: Patch; notifications?: Patch }
}

/** The requests of the settings. @param call sends a request with the token */
export function createSettingsApi(call: Call) {
  const at = (id: string, rest = '') => `api/v2/applications/${encodeURIComponent(id)}${rest}`
  /** Changes the version that the person has seen; a change of any other version is rejected. */
  const patched = (path: string, patch: Patch, version: number, key: string) =>
    call<Stored>(path, {
      ...keyed('POST', patch, key, {
        'content-type': 'application/merge-patch+json',
        'if-match': `"${version}"`,
      }),
      method: 'PATCH',
    })
  return {
    application: (id: string) => call<Stored>(at(id)),
    presentation: (id: string) => call<Stored>(at(id, '/presentation')),
    patchApplication: (id: string, patch: Patch, version: number, key: string) =>
      patched(at(id), patch, version, key),
    patchPresentation: (id: string, patch: Patch, version: number, key: string) =>
      patched(at(id, '/presentation'), patch, version, key),
    /** Replaces the logo. */
    putLogo: (id: string, image: File, version: number, key: string) =>
      call<Stored>(at(id, '/presentation/logo'), {
        method: 'PUT',
        headers: { 'content-type': image.type, 'idempotency-key': key, 'if-match': `"${version}"` },
        body: image,
      }),
    /** Removes the logo. @returns the presentation without it */
    removeLogo: async (id: string, version: number) => {
      await call<undefined>(at(id, '/presentation/logo'), {
        method: 'DELETE',
        headers: { 'if-match': `"${version}"` },
      })
      return call<Stored>(at(id, '/presentation'))
    },
    preview: (id: string, request: PreviewRequest, key: string) =>
      call<MessagePreview>(at(id, '/message-previews'), keyed('POST', request, key)),
  }
}
export type SettingsApi = ReturnType<typeof createSettingsApi>
