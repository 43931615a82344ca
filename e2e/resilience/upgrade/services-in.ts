import { existsSync } from 'node:fs'
import path from 'node:path'
import type { ServiceName } from '@appointments/contracts'
import { services } from '../../src/service-names.ts'

/** The services that a tree has; an earlier release may lack some. */
export const servicesIn = (tree: string): ServiceName[] =>
  services.filter((service) => existsSync(path.join(tree, 'services', service, 'package.json')))
