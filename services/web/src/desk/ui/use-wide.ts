import { useEffect, useState } from 'preact/hooks'

/** From this width on, the navigation is beside the content. */
const WIDE = '(min-width: 64rem)'

/** Whether there is room for a whole week. */
export function useWide(): boolean {
  const [isWide, setWide] = useState(() => matchMedia(WIDE).matches)
  useEffect(() => {
    const query = matchMedia(WIDE)
    const follow = () => setWide(query.matches)
    follow()
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [])
  return isWide
}
