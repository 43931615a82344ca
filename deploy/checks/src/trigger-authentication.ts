import { z } from 'zod'

const parameters = z.array(z.strictObject({ parameter: z.string(), name: z.string(), key: z.string() }))

/**
 * The part of `TriggerAuthentication` (keda.sh/v1alpha1) that is used here. The package with the schemas of KEDA lacks
 * `configMapTargetRef`, which KEDA has since 2.13, so look up a field in its reference before you add it.
 */
export const triggerAuthentication = z.strictObject({
  apiVersion: z.literal('keda.sh/v1alpha1'),
  kind: z.literal('TriggerAuthentication'),
  metadata: z.strictObject({
    name: z.string(),
    namespace: z.string(),
    labels: z.record(z.string(), z.string()),
  }),
  spec: z.strictObject({ secretTargetRef: parameters, configMapTargetRef: parameters.optional() }),
})
export type TriggerAuthentication = z.infer<typeof triggerAuthentication>
