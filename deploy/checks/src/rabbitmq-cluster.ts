import { z } from 'zod'

const quantity = z.string().regex(/^\d+(\.\d+)?(m|[KMGT]i?)?$/)
const resources = z.strictObject({ cpu: quantity, memory: quantity })

/**
 * The part of `RabbitmqCluster` (rabbitmq.com/v1beta1) that is used here. No package contains its schema, so look up a
 * field in the operator's reference before you add it.
 */
export const rabbitmqCluster = z.strictObject({
  apiVersion: z.literal('rabbitmq.com/v1beta1'),
  kind: z.literal('RabbitmqCluster'),
  metadata: z.strictObject({
    name: z.string(),
    namespace: z.string(),
    labels: z.record(z.string(), z.string()),
  }),
  spec: z.strictObject({
    replicas: z.number().int().min(1),
    image: z.string(),
    persistence: z.strictObject({ storage: quantity, storageClassName: z.string().optional() }),
    resources: z.strictObject({ requests: resources, limits: resources }),
    affinity: z.record(z.string(), z.unknown()),
    terminationGracePeriodSeconds: z.number().int().min(0),
    rabbitmq: z.strictObject({ additionalConfig: z.string() }),
    tls: z.strictObject({ secretName: z.string() }).optional(),
  }),
})
