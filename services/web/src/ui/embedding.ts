const query = () => new URLSearchParams(location.search)

/** Whether the page is part of another one (`?embed=1`), which has its own header and footer. */
export const isEmbedded = (): boolean => query().get('embed') === '1'

/** The origin of the page around this one, as embed.js names it; undefined if it is not an origin of the web. */
export function originAround(): string | undefined {
  const named = query().get('origin') ?? ''
  if (!isEmbedded() || parent === window || !URL.canParse(named)) return undefined
  const { origin, protocol } = new URL(named)
  return origin === named && /^https?:$/.test(protocol) ? origin : undefined
}
