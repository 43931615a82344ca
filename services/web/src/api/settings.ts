/** What the server wrote into the page about this installation. */
export const settings = {
  /** Path of the public URL, without a trailing slash. */
  root: (): string => document.documentElement.dataset.root ?? '',
  hasViewer: (): boolean => document.documentElement.dataset.viewer === 'on',
}
