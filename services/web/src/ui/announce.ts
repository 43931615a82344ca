/** Announces a text to screen readers. */
export function announce(text: string): void {
  const status = document.getElementById('status')
  if (status && status.textContent !== text) status.textContent = text
}
