import { computed, type ReadonlySignal } from '@preact/signals'
import type { DeskApi } from './api/desk-api.ts'
import type { Application, Me, Role } from './api/shapes.ts'
import type { Live } from './live/live.ts'
import { addressOf, go, mayLeave, place, setQuery } from './place.ts'

const KEY = 'desk-application'

/** What all views of the desk have in common. */
export interface Desk {
  api: DeskApi
  live: Live
  me: Me
  /** The application whose appointments are shown. */
  application: ReadonlySignal<Application>
  /** Zone in which the desk shows times: that of the application. */
  zone: () => string
  /** Shows the same view of another application, without the filters, which may not exist there. */
  chooseApplication: (id: string) => void
  is: (...roles: readonly Role[]) => boolean
  signOut: () => void
}

/** The application is the one in the address, otherwise the one chosen last, otherwise the first. */
export function createDesk(api: DeskApi, live: Live, me: Me, signOut: () => void): Desk {
  const [first] = me.applications
  if (!first) throw new Error('there is no application')
  const last = localStorage.getItem(KEY)
  const application = computed(() => {
    const wanted = [place.value.query.get('application'), last]
    return wanted.flatMap((id) => me.applications.find((one) => one.id === id) ?? [])[0] ?? first
  })
  // the address then shows the same view to everyone who opens it
  if (me.applications.length > 1) setQuery({ application: application.value.id })
  return {
    api,
    live,
    me,
    application,
    zone: () => application.value.timezone,
    chooseApplication(id) {
      const { view, id: part } = place.value
      go(addressOf(view, part, { application: id }), true)
      localStorage.setItem(KEY, application.value.id)
    },
    is: (...roles) => roles.some((role) => me.roles.includes(role)),
    signOut() {
      if (mayLeave()) signOut()
    },
  }
}
