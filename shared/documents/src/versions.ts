import type { DescribedVersion } from './described-version.ts'
import { v1 } from './v1/index.ts'
import { v2 } from './v2/index.ts'

const described = {
  v2,
  v1,
}
export type Version = keyof typeof described

/** Names of the versions that have a document, newest first. */
export const versions = Object.keys(described) as [Version, ...Version[]]

/** Everything specific to the document of a version. */
export const descriptionOf = (version: Version): DescribedVersion => described[version]
