import { existsSync } from 'node:fs'

/** Debian's packages of Chromium. The one without windows comes first, because it needs a third less processor time. */
const PACKAGES = ['chromium-headless-shell', 'chromium']

/** The Debian package of the Chromium whose pages may use a camera. */
export const WITH_CAMERA = 'chromium'

/**
 * The browser that CHROMIUM names, or that of a Debian package; undefined if it is not installed.
 * @param packages in the order of preference
 */
export function chromiumPath(packages: readonly string[] = PACKAGES): string | undefined {
  const { CHROMIUM } = process.env
  const paths = CHROMIUM === undefined ? packages.map((name) => `/usr/bin/${name}`) : [CHROMIUM]
  return paths.find((path) => existsSync(path))
}

/** What to do if {@link chromiumPath} finds none. */
export const howToInstall = (packages: readonly string[] = PACKAGES): string =>
  `Chromium is missing: apt-get install ${packages.join(' or ')}`
