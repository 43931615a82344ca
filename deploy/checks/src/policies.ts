import { readFileSync } from 'node:fs'
import { topology } from '@appointments/contracts'
import type { Manifest } from './manifests.ts'
import {
  knownVariables,
  mountedFiles,
  onlyProxiesTrusted,
  presentSources,
  secretsInFiles,
} from './policies/configuration.ts'
import { knownImages, migrationOfRelease } from './policies/images.ts'
import {
  documentedConnections,
  everyPodUnderPolicy,
  guardedEgress,
  guardedIngress,
  knownNeighbours,
  meaningfulPolicies,
} from './policies/network.ts'
import { reachableProbes } from './policies/probes.ts'
import { consistentScaling, gentleRollouts, scaledByOwnQueue } from './policies/rollout.ts'
import { limitedResources, restrictedPods, secretsThatRotate } from './policies/security.ts'
import { schemaFaults } from './schema-faults.ts'

/** Checks all applied objects together and returns one line for each fault. */
export type Policy = (manifests: readonly Manifest[]) => string[]

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
/** Secrets that operators or the site create, as listed in the README: each as `Secret <name>/<key>`. */
const madeElsewhere = [...readme.matchAll(/^\| `([\w-]+)` +\| `([\w.-]+)` /gm)].map(
  ([, secret = '', key = '']) => `Secret ${secret}/${key}`,
)

/**
 * All policies by name.
 * @param responds whether a service responds at a path
 */
export const policies = (responds: (path: string) => boolean) =>
  ({
    schema: (manifests) => manifests.flatMap(schemaFaults),
    restrictedPods,
    limitedResources,
    secretsThatRotate,
    knownImages,
    migrationOfRelease,
    gentleRollouts,
    consistentScaling,
    scaledByOwnQueue: scaledByOwnQueue(topology.queues.map(({ name }) => name)),
    reachableProbes: reachableProbes(responds),
    knownVariables,
    mountedFiles,
    secretsInFiles,
    presentSources: presentSources(madeElsewhere),
    onlyProxiesTrusted,
    documentedConnections,
    everyPodUnderPolicy,
    meaningfulPolicies,
    guardedEgress,
    guardedIngress,
    knownNeighbours,
  }) satisfies Record<string, Policy>
export type PolicyName = keyof ReturnType<typeof policies>
