import { say } from '../../text/words.ts'
import { standingWords, type Standing } from '../standing.ts'
import styles from './desk.module.css'
import { Icon, type IconName } from './icon.tsx'

const looks: Record<Standing, { icon: IconName; look?: 'good' | 'warn' | 'bad' | 'accent' | undefined }> = {
  booked: { icon: 'today' },
  open: { icon: 'video', look: 'accent' },
  waiting: { icon: 'clock', look: 'warn' },
  running: { icon: 'person', look: 'accent' },
  completed: { icon: 'check', look: 'good' },
  noShow: { icon: 'dash', look: 'bad' },
  failed: { icon: 'warn', look: 'bad' },
  cancelled: { icon: 'cross' },
  over: { icon: 'dash' },
}

/** The icon for the status of an appointment. */
export const standingIcon = (standing: Standing): IconName => looks[standing].icon

/** The status of an appointment: an icon and a word. */
export function StandingChip({ standing }: { standing: Standing }) {
  const { icon, look } = looks[standing]
  return <Chip icon={icon} look={look} text={say(standingWords[standing])} />
}

interface Props {
  icon: IconName
  text: string
  look?: 'good' | 'warn' | 'bad' | 'accent' | undefined
}

export const Chip = ({ icon, text, look }: Props) => (
  <span class={look === undefined ? styles.chip : `${styles.chip} ${styles[look]}`}>
    <Icon name={icon} />
    {text}
  </span>
)
