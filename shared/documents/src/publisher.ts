/** The publisher of a document and its licence. */
export const publisher = (publicUrl: string) => ({
  contact: { name: 'The operators of this installation', url: `${publicUrl.replace(/\/$/, '')}/docs` },
  license: { name: 'All rights reserved', identifier: 'LicenseRef-All-Rights-Reserved' },
})

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * The server of a document.
 * @param publicUrl public address of the gateway
 */
export function serverAt(publicUrl: string) {
  const isLocal = LOOPBACK.includes(new URL(publicUrl).hostname)
  return {
    url: publicUrl.replace(/\/$/, ''),
    description: `The gateway, ${isLocal ? 'local' : 'production'} environment`,
    'x-internal': isLocal ? ('true' as const) : ('false' as const),
  }
}
