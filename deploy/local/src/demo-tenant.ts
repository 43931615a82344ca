/** Who the demo of the local system belongs to, and the application that holds it. */
export interface DemoTenant {
  application: string
  organization?: string
}

/**
 * The demo's owner in this environment. The gateway refuses staff without an organization when tenancy is required.
 * The application has another name then, because the one of an earlier start without tenancy has no organization and
 * stays out of reach.
 */
export const demoTenant = (env: NodeJS.ProcessEnv = process.env): DemoTenant =>
  env.TENANCY === 'required' ? { application: 'demo-org-1', organization: 'org-1' } : { application: 'demo' }
