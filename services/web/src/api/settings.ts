/** The settings of this installation that the server wrote into the page. */
export const settings = {
  /** Path of the public URL, without a trailing slash. */
  root: (): string => document.documentElement.dataset.root ?? '',
  /** Application whose booking page can be tried; undefined if there is none. */
  demo: (): string | undefined => document.documentElement.dataset.demo || undefined,
  hasDesk: (): boolean => document.documentElement.dataset.desk === 'on',
  hasViewer: (): boolean => document.documentElement.dataset.viewer === 'on',
}
