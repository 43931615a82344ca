import styles from './start-page.module.css'

interface Props {
  /** Path of the public URL, without a trailing slash. */
  root: string
  hasViewer: boolean
  hasDesk?: boolean
  /** Application whose booking page can be tried. */
  demo?: string | undefined
}

/** Links to the parts of this installation, for developers. */
export function StartPage({ root, hasViewer, hasDesk = false, demo }: Props) {
  const places = [
    ...(demo === undefined ? [] : [['Book', `/book/${demo}`, 'The page on which customers book'] as const]),
    ...(hasDesk ? [['Desk', '/desk', 'Where agents and supervisors work'] as const] : []),
    ...(hasViewer ? [['Messages', '/dev/messages', 'Every message that was sent from here'] as const] : []),
    ['Documents', '/docs', 'The reference of the API, with requests to try'] as const,
    ['Health', '/health/ready', 'Whether the gateway is ready'] as const,
  ]
  return (
    <main class="column">
      <div class="card">
        <h1>Appointments</h1>
        <p>The service is running.</p>
        <ul class={styles.places}>
          {places.map(([name, path, text]) => (
            <li key={path}>
              <a href={root + path}>{name}</a>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </main>
  )
}
