// Reloads the page when one of its files did not load: during a rollout it may belong to another release.
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
