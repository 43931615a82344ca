import { hasRole, isObject, problem, type ApplicationPatch, type Caller } from '@appointments/contracts'
import { supervisedSettings } from '@appointments/contracts/supervised-settings'

const SUPERVISED: ReadonlySet<string> = new Set(supervisedSettings)

/**
 * Rejects a supervisor's patch if it contains settings that only a client service may change. The patch itself is
 * valid.
 * @throws Problem FIELD_NOT_ALLOWED with a fault for each of them
 */
export function rejectUnsupervised(caller: Caller, patch: ApplicationPatch): void {
  if (hasRole(caller, 'ROLE_CLIENT_SERVICE')) return
  const errors = pointersBeyond(patch).map((pointer) => ({
    pointer,
    code: 'FIELD_NOT_ALLOWED',
    message: 'must be absent, because only ROLE_CLIENT_SERVICE may change it',
  }))
  if (errors.length > 0) throw problem('FIELD_NOT_ALLOWED', { errors })
}

/**
 * Pointers to the settings of a patch that supervisors may not change. Settings of `notifications` are checked one by
 * one.
 */
const pointersBeyond = (patch: ApplicationPatch): string[] =>
  Object.entries(patch)
    .flatMap(([name, value]) =>
      name === 'notifications' && isObject(value)
        ? Object.keys(value).map((inner) => `notifications/${inner}`)
        : [name],
    )
    .filter((path) => !SUPERVISED.has(path))
    .map((path) => `/${path}`)
