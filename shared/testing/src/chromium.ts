import { existsSync } from 'node:fs'

/** Debian's packages of Chromium. The one without windows comes first, because it needs a third less processor time. */
const PACKAGES = ['chromium-headless-shell', 'chromium']

/** The browser that CHROMIUM names, or that of a Debian package; undefined if it is not installed. */
export function chromiumPath(): string | undefined {
  const { CHROMIUM } = process.env
  const paths = CHROMIUM === undefined ? PACKAGES.map((name) => `/usr/bin/${name}`) : [CHROMIUM]
  return paths.find((path) => existsSync(path))
}

/** What to do if {@link chromiumPath} finds none. */
export const HOW_TO_INSTALL = `Chromium is missing: apt-get install ${PACKAGES.join(' or ')}`
