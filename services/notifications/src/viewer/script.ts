/**
 * Refreshes the list while the page is visible, and replaces it only if it has changed. Without the script, the
 * page must be reloaded.
 */
export const script = `
const clockTime = new Intl.DateTimeFormat([], { hour: '2-digit', minute: '2-digit' })
const dayAndTime = new Intl.DateTimeFormat([], { dateStyle: 'medium', timeStyle: 'medium' })
const isToday = (at) => at.toDateString() === new Date().toDateString()
const tellTimes = (root) => {
  for (const element of root.querySelectorAll('time')) {
    const at = new Date(element.dateTime)
    element.title = dayAndTime.format(at)
    if (element.dataset.full !== undefined) element.textContent = dayAndTime.format(at)
    else element.textContent = isToday(at) ? clockTime.format(at) : at.toLocaleDateString([], { day: 'numeric', month: 'short' })
  }
}
tellTimes(document)
const refresh = async () => {
  if (document.hidden) return
  const response = await fetch(location.href, { headers: { accept: 'text/html' } })
  if (!response.ok) return
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html')
  tellTimes(fresh)
  for (const part of document.querySelectorAll('[data-live]')) {
    const next = fresh.getElementById(part.id)
    if (next && next.dataset.live !== part.dataset.live) {
      const focused = part.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null
      part.innerHTML = next.innerHTML
      part.dataset.live = next.dataset.live
      for (const link of focused === null ? [] : part.querySelectorAll('a'))
        if (link.getAttribute('href') === focused) link.focus({ preventScroll: true })
    }
  }
}
setInterval(() => refresh().catch(() => {}), 2500)
document.addEventListener('visibilitychange', () => refresh().catch(() => {}))
`
