import type { Profile } from '../src/api/profile.ts'
import { UnsubscribePage } from '../src/customer/unsubscribe/unsubscribe-page.tsx'
import { createInbox } from '../src/messages/inbox.ts'
import { MessagesPage } from '../src/messages/messages-page.tsx'
import type { SeenMessage } from '../src/messages/seen-message.ts'
import { StartPage } from '../src/start/start-page.tsx'
import { bookStates } from './book-states.tsx'
import { calendarStates } from './calendar-states.tsx'
import { deskStates } from './desk-states.tsx'
import { figuresStates } from './figures-states.tsx'
import { anError, aProfile } from './fakes.ts'
import { someMessages } from './some-messages.ts'
import { joinStates } from './join-states.tsx'
import { manageStates } from './manage-states.tsx'
import { roomStates } from './room-states.tsx'
import { settingsStates } from './settings-states.tsx'
import type { State } from './state.ts'
import { press } from './steps.ts'
import { webhooksStates } from './webhooks-states.tsx'

const reminders = (
  stopped: boolean,
  change: () => Promise<never> | undefined = () => undefined,
  then?: State['then'],
  known: { name?: string; address?: string } = { name: 'Harbour Bank', address: 'a…@example.com' },
  profile: Profile = aProfile(),
): State => {
  const state = { applicationId: 'bank', ...known, stopped }
  return {
    draw: () => (
      <UnsubscribePage
        initial={state}
        profile={profile}
        read={() => Promise.resolve(state)}
        change={(wanted) => change() ?? Promise.resolve({ ...state, stopped: wanted === 'unsubscribe' })}
      />
    ),
    ...(then && { then }),
  }
}
const remindersFailed = (error: Error): State => ({
  draw: () => (
    <UnsubscribePage
      initial={{ error }}
      profile={{}}
      read={() => Promise.reject(error)}
      change={() => Promise.reject(error)}
    />
  ),
})

const messages = (all: readonly SeenMessage[], open?: string): State => ({
  draw: async () => {
    const inbox = createInbox(() => Promise.resolve([...all]))
    await inbox.refresh()
    const address = new URLSearchParams(location.search)
    if (open !== undefined) address.set('open', open)
    inbox.go(`?${address.toString()}`)
    return <MessagesPage inbox={inbox} root="" />
  },
})

/** Every state of every page. */
export const states: Record<string, State> = {
  'start/with messages': { draw: () => <StartPage root="" hasViewer hasDesk demo="advice" /> },
  'start/without messages': { draw: () => <StartPage root="" hasViewer={false} /> },
  ...bookStates,
  ...manageStates,
  ...joinStates,
  ...roomStates,
  ...deskStates,
  ...calendarStates,
  ...figuresStates,
  ...webhooksStates,
  ...settingsStates,
  'unsubscribe/asks': reminders(false),
  'unsubscribe/asks without an address': reminders(false, undefined, undefined, {}, {}),
  'unsubscribe/stopped before': reminders(true),
  'unsubscribe/stopped': reminders(false, undefined, () => press(0)),
  'unsubscribe/started again': reminders(true, undefined, () => press(0)),
  'unsubscribe/no response': reminders(
    false,
    () => Promise.reject(anError(0)),
    () => press(0),
  ),
  'unsubscribe/link does not work': remindersFailed(anError(404)),
  'unsubscribe/too many attempts': remindersFailed(anError(429, 'RATE_LIMITED', 60)),
  'unsubscribe/offline': remindersFailed(anError(0)),
  'messages/none': messages([]),
  'messages/none open': messages(someMessages()),
  'messages/mail': messages(someMessages(), 'mail'),
  'messages/sms': messages(someMessages(), 'sms'),
  'messages/webhook': messages(someMessages(), 'webhook'),
}
