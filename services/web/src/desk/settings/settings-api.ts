import type { MessagePreviewRequest, ResponseOf, v2AdministrationOperations } from '@appointments/contracts'
import type { Call } from '../api/call.ts'
import { keyed } from '../../api/send.ts'

/** A resource of settings, whose members are read by their paths. */
export type Stored = { version: number } & Record<string, unknown>

/** A JSON merge patch. */
export type Patch = Record<string, unknown>

export type MessagePreview = ResponseOf<typeof v2AdministrationOperations.previewMessages>

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
    /** Previews a message with settings that are not stored yet. */
    preview: (id: string, request: Required<MessagePreviewRequest>, key: string) =>
      call<MessagePreview>(at(id, '/message-previews'), keyed('POST', request, key)),
  }
}
export type SettingsApi = ReturnType<typeof createSettingsApi>
