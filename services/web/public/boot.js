// Reloads the page if one of its files failed to load: during a rollout, page and file may be of different releases.
const MOST_RELOADS = 2

addEventListener(
  'error',
  ({ target }) => {
    const isFile = target instanceof HTMLScriptElement || target instanceof HTMLLinkElement
    const reloads = history.state?.reloads ?? 0
    if (!isFile || reloads >= MOST_RELOADS) return
    history.replaceState({ ...history.state, reloads: reloads + 1 }, '')
    location.reload()
  },
  true,
)
