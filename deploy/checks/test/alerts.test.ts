import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse, stringify } from 'yaml'

const alerts = new URL('../../observability/alerts.yaml', import.meta.url)

// `npx vitest run deploy/checks -u` writes the file again
it('the rules of the Prometheus operator are the alert rules', async () => {
  const rule = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'appointments', labels: { 'app.kubernetes.io/part-of': 'appointments' } },
    spec: parse(readFileSync(alerts, 'utf8')) as object,
  }
  await expect(`# Made from deploy/observability/alerts.yaml.\n${stringify(rule)}`).toMatchFileSnapshot(
    '../../components/prometheus/rules.yaml',
  )
})
