/** How long a download may take to begin, in milliseconds. */
const KEPT_MS = 60_000

/** Saves content of the page as a file. */
export function download(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
}
