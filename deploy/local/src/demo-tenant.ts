/** The applications of the demo, and the organization that owns them. */
export interface DemoTenant {
  application: string
  /** The application on whose page visitors book. */
  advice: string
  organization?: string
}

/**
 * The demo's owner in this environment. When tenancy is required, the gateway rejects staff without an organization.
 * The application then has another name, because an application created without tenancy has no organization and cannot
 * be reached.
 */
export const demoTenant = (env: NodeJS.ProcessEnv = process.env): DemoTenant =>
  env.TENANCY === 'required'
    ? { application: 'demo-org-1', advice: 'advice-org-1', organization: 'org-1' }
    : { application: 'demo', advice: 'advice' }

/** The service of the demo, and its queue. */
export const DEMO_SERVICE = { serviceType: 'consultation', queue: 'advice' } as const
