import { Cluster } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1'
import { Gateway, HTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1'
import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1'
import { PodMonitor, PrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1'
import { Deployment } from 'kubernetes-models/apps/v1'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import { Job } from 'kubernetes-models/batch/v1'
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, Namespace, Secret, Service, ServiceAccount } from 'kubernetes-models/v1'

/**
 * The kinds of manifests, by the packages that contain their schemas; the schemas of `RabbitmqCluster` and
 * `TriggerAuthentication` are in separate files.
 */
export const models = {
  Cluster,
  ConfigMap,
  Deployment,
  Gateway,
  HTTPRoute,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  Namespace,
  NetworkPolicy,
  PodDisruptionBudget,
  PodMonitor,
  PrometheusRule,
  ScaledObject,
  Secret,
  Service,
  ServiceAccount,
}
export type Kinds = { [Kind in keyof typeof models]: InstanceType<(typeof models)[Kind]> }
