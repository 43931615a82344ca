import {
  applicationRequest,
  applicationSettings,
  type Application,
  type ApplicationPatch,
  type ApplicationRequest,
} from '@appointments/contracts'
import { faultsOf, validationProblem } from '@appointments/http'
import { mergePatched } from '../domain/merge-patch.ts'

/**
 * Applies a merge patch to the settings of an application.
 * @throws Problem VALIDATION_FAILED, or the code that all faults share, with every fault of the merged settings
 */
export function patchedSettings(current: Application, patch: ApplicationPatch): ApplicationRequest {
  // drops settings of a newer release, as PUT does
  const known = Object.keys(applicationSettings.shape).map((name) => [
    name,
    current[name as keyof Application],
  ])
  const settings = Object.fromEntries(known.filter(([, value]) => value !== undefined)) as object
  const result = applicationRequest.safeParse(mergePatched(settings, patch))
  if (!result.success) throw validationProblem(faultsOf(result.error, 'body'))
  return result.data
}
