/** Long enough for screen readers to notice that the last text has gone. */
const PAUSE_MS = 100

/** Announces a text to screen readers, even if it is that of the last announcement. */
export function announce(text: string): void {
  const status = document.getElementById('status')
  if (!status) return
  if (status.textContent !== text) {
    status.textContent = text
    return
  }
  // only changes are read
  status.textContent = ''
  setTimeout(() => {
    if (status.textContent === '') status.textContent = text
  }, PAUSE_MS)
}
