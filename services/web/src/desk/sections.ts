import type { FunctionComponent } from 'preact'
import { addWords, type MessageFiles, type PlainKey } from '../text/words.ts'
import type { Role } from './api/shapes.ts'
import { calendarWords } from './calendar-words.ts'
import type { Desk } from './desk.ts'
import { supervisionWords } from './supervision-words.ts'
import type { IconName } from './ui/icon.tsx'

export type SectionView = FunctionComponent<{ desk: Desk }>

interface Section {
  /** Its part of the address. */
  view: string
  name: PlainKey
  icon: IconName
  /** Who may use it. If absent, every user of the desk may. */
  roles?: readonly Role[]
  /** Its code is loaded when it is first shown. */
  load: () => Promise<SectionView>
}

const supervision = ['ROLE_SUPERVISOR', 'ROLE_CLIENT_SERVICE'] as const

/** A view together with words that only some views need. */
const worded = async (
  view: Promise<SectionView>,
  words: MessageFiles = supervisionWords,
): Promise<SectionView> => (await Promise.all([view, addWords(words)]))[0]

/** The parts of the desk, in the order of the navigation. */
export const sections: readonly Section[] = [
  {
    view: 'today',
    name: 'desk.today',
    icon: 'today',
    load: () => import('./today/today-view.tsx').then(({ TodayView }) => TodayView),
  },
  {
    view: 'week',
    name: 'desk.week',
    icon: 'week',
    load: () =>
      worded(
        import('./week/week-view.tsx').then(({ WeekView }) => WeekView),
        calendarWords,
      ),
  },
  {
    view: 'appointments',
    name: 'desk.appointments',
    icon: 'list',
    load: () => import('./list/list-view.tsx').then(({ ListView }) => ListView),
  },
  {
    view: 'messages',
    name: 'desk.messages',
    icon: 'messages',
    load: () => import('./messages/messages-view.tsx').then(({ MessagesView }) => MessagesView),
  },
  {
    view: 'team',
    name: 'desk.team',
    icon: 'team',
    roles: supervision,
    load: () =>
      worded(
        import('./team/team-view.tsx').then(({ TeamView }) => TeamView),
        calendarWords,
      ),
  },
  {
    view: 'figures',
    name: 'desk.figures',
    icon: 'figures',
    roles: supervision,
    load: () => worded(import('./figures/figures-view.tsx').then(({ FiguresView }) => FiguresView)),
  },
  {
    view: 'webhooks',
    name: 'desk.webhooks',
    icon: 'webhooks',
    roles: supervision,
    load: () => worded(import('./webhooks/webhooks-view.tsx').then(({ WebhooksView }) => WebhooksView)),
  },
  {
    view: 'settings',
    name: 'desk.settings',
    icon: 'settings',
    roles: supervision,
    load: () => worded(import('./settings/settings-view.tsx').then(({ SettingsView }) => SettingsView)),
  },
]

/** Whether a person may use a section. */
export const isFor = ({ roles }: Section, { is }: Pick<Desk, 'is'>): boolean =>
  roles === undefined || is(...roles)

/** The view of one appointment, below the address of the list. */
export const loadAppointment = (): Promise<SectionView> =>
  import('./appointment/appointment-view.tsx').then(({ AppointmentView }) => AppointmentView)
