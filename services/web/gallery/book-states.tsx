import { BookPage } from '../src/customer/book/book-page.tsx'
import { createBook } from '../src/customer/book/book.ts'
import { aProfile, anError } from './fakes.ts'
import { aBooked, aBookingApi, aCode, aService, fakeSteps, type FakeBooking } from './fake-booking.ts'
import type { State } from './state.ts'
import { drawn, pressIn, tick, type } from './steps.ts'

/** A logo of 320 × 80 pixels. */
const LOGO = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="80"><rect width="320" height="80" fill="#c80"/></svg>',
)}`

const book = (fake: () => FakeBooking = () => ({}), then?: State['then']): State => ({
  draw: async () => {
    const responses = fake()
    const own = createBook({
      applicationId: 'bank',
      api: aBookingApi(responses),
      steps: fakeSteps(responses.entry),
    })
    await own.open()
    return <BookPage book={own} />
  },
  ...(then && { then }),
})

const chooseDay = () => pressIn('table button')
const chooseTime = async () => {
  await chooseDay()
  await pressIn('h3 + ul button')
  await drawn()
}
/** This month has no free times. */
const showThisMonth = () => pressIn('main button', 1)
const submit = () => pressIn('form button[type="submit"]')
const enterDetails = async () => {
  await chooseTime()
  await type('firstName', 'Ada')
  await type('lastName', 'Lovelace')
  await type('email', 'ada@example.com')
  await type('phone', '+49 30 123456')
  await tick('consent')
}
const enterCode = async () => {
  await enterDetails()
  await submit()
  await drawn()
}
const confirm = async () => {
  await enterCode()
  await type('code', '123 456')
  await submit()
  await drawn()
}

const byText = (): FakeBooking => ({
  profile: {
    ...aProfile(),
    timezone: 'Europe/Berlin',
    booking: { ...aProfile().booking, codeBy: ['SMS'] },
  },
})
const withoutHold = (): FakeBooking => ({
  profile: { ...aProfile(), timezone: 'Europe/Berlin', booking: { ...aProfile().booking, holds: 'OTP' } },
})
/** The page in a frame of another page. */
const embedded = (state: State): State => ({
  ...state,
  draw: () => {
    const address = new URL(location.href)
    address.searchParams.set('embed', '1')
    history.replaceState(null, '', address)
    return state.draw()
  },
})
const services = () => [
  aService(),
  aService({
    id: 'visit',
    name: 'Meeting at our office',
    names: {},
    durations: ['PT1H', 'PT2H'],
    channel: 'IN_PERSON',
  }),
  aService({
    id: 'call',
    name: 'Short call',
    names: {},
    description: '',
    durations: ['PT15M'],
    channel: 'PHONE',
  }),
]
const questions = () => [
  aService({
    intake: [
      { id: 'topic', label: 'What is it about?', type: 'CHOICE', required: true, choices: ['House', 'Flat'] },
      { id: 'notes', label: 'What else should we know?', type: 'TEXT', required: true, maxLength: 300 },
      { id: 'number', label: 'Customer number', type: 'TEXT', required: false, maxLength: 20 },
      { id: 'new', label: 'I am a customer already', type: 'BOOLEAN', required: false },
    ],
  }),
]
const invalidName = () => {
  const error = anError(400, 'VALIDATION_FAILED')
  return Object.assign(error, { body: { errors: [{ pointer: '/customers/0/name/firstName' }] } })
}
const inTokyo = () => [aService({ channel: 'IN_PERSON', timezone: 'Asia/Tokyo' })]
/** A day of the next summer, while the next free time may be in winter. */
const nextSummer = () => {
  const today = new Date().toISOString()
  const year = Number(today.slice(0, 4)) + (today.slice(5) > '07' ? 1 : 0)
  return `${year}-07-01`
}
/** Times around the hour that occurs twice when the clocks go back in Berlin. */
const twice = () => {
  const start = Date.parse('2027-10-30T23:30:00Z')
  return [0, 1, 2, 3, 4].map((half) => ({
    start: start + half * 1_800_000,
    end: start + (half + 1) * 1_800_000,
  }))
}

/** Every state of the booking page. */
export const bookStates: Record<string, State> = {
  'book/not offered': book(() => ({
    profile: { ...aProfile(), booking: { ...aProfile().booking, enabled: false } },
  })),
  'book/application unknown': book(() => ({ services: undefined })),
  'book/service unknown': book(() => ({ entry: { serviceTypeId: 'unknown' } })),
  'book/offline': book(() => ({ profile: anError(0) })),
  'book/too many visits': book(() => ({ profile: anError(429, 'RATE_LIMITED', 60) })),
  'book/service': book(() => ({ services: services() })),
  'book/several durations': book(() => ({ services: services(), entry: { serviceTypeId: 'visit' } })),
  'book/month': book(),
  'book/month with a logo and a pale colour': book(() => ({
    profile: { ...aProfile(), timezone: 'Europe/Berlin', accent: '#ffee00', logoUrl: LOGO },
  })),
  'book/month after a service': book(
    () => ({ services: services() }),
    () => pressIn('main li button'),
  ),
  'book/month without free times': book(
    () => ({}),
    () => pressIn('main button', 2),
  ),
  'book/month with free times later': book(() => ({}), showThisMonth),
  'book/later month': book(
    () => ({}),
    async () => {
      await showThisMonth()
      await pressIn('main p > .button', 1)
    },
  ),
  'book/no free times': book(() => ({ next: undefined, days: new Map() })),
  'book/free times loading': book(() => ({ days: 'pending' })),
  'book/free times failed': book(() => ({ days: anError(503) })),
  'book/free times too often': book(() => ({ days: anError(429, 'RATE_LIMITED', 60) })),
  'book/times': book(() => ({}), chooseDay),
  'book/times in summer': book(() => ({ entry: { day: nextSummer() } })),
  'book/times loading': book(() => ({ times: 'pending' }), chooseDay),
  'book/times that come twice': book(() => ({ times: twice() }), chooseDay),
  'book/no times on the day': book(() => ({ times: [] }), chooseDay),
  'book/times failed': book(() => ({ times: anError(0) }), chooseDay),
  'book/another day': book(
    () => ({}),
    async () => {
      await chooseDay()
      await pressIn('main p > .button')
    },
  ),
  'book/taken when chosen': book(() => ({ hold: anError(409, 'SLOT_TAKEN') }), chooseTime),
  'book/unreachable when chosen': book(() => ({ hold: anError(0) }), chooseTime),
  'book/details of a held time': book(() => ({}), chooseTime),
  'book/details of a time that is not held': book(withoutHold, chooseTime),
  'book/hold about to end': book(() => ({ hold: 1 }), chooseTime),
  'book/hold ended': book(() => ({ hold: 0 }), chooseTime),
  'book/hold ended, free or not': book(() => ({ hold: 0, isTaken: 'pending' }), chooseTime),
  'book/hold lost': book(() => ({ hold: 0, isTaken: true }), chooseTime),
  'book/details in another zone': book(() => ({ services: inTokyo() }), chooseTime),
  'book/details with questions': book(() => ({ services: questions() }), chooseTime),
  'book/details with faults': book(
    () => ({ services: questions() }),
    async () => {
      await chooseTime()
      await type('email', 'ada')
      await type('phone', '12')
      await submit()
    },
  ),
  'book/details that the service rejects': book(() => ({ booked: invalidName() }), confirm),
  'book/details by text message': book(byText, chooseTime),
  'book/too many codes': book(() => ({ sent: anError(429, 'RATE_LIMITED', 1800) }), enterCode),
  'book/offline before the code': book(() => ({ sent: anError(0) }), enterCode),
  'book/code by e-mail': book(() => ({}), enterCode),
  'book/code by text message': book(byText, enterCode),
  'book/code that can be sent again': book(() => ({ sent: aCode(0) }), enterCode),
  'book/new code': book(
    () => ({ sent: [aCode(0), aCode(30_000)] }),
    async () => {
      await enterCode()
      await pressIn('form button[type="button"]')
      await drawn()
    },
  ),
  'book/code incomplete': book(
    () => ({}),
    async () => {
      await enterCode()
      await type('code', '12')
      await submit()
    },
  ),
  'book/code wrong': book(() => ({ booked: anError(401, 'OTP_INVALID') }), confirm),
  'book/too many attempts': book(() => ({ booked: anError(429, 'RATE_LIMITED', 1800) }), confirm),
  'book/booking': book(() => ({ booked: 'pending' }), confirm),
  'book/no response': book(() => ({ booked: anError(0) }), confirm),
  'book/taken when confirmed': book(() => ({ booked: anError(409, 'HOLD_GONE') }), confirm),
  'book/code known': book(
    () => ({ booked: [anError(409, 'SLOT_TAKEN'), aBooked()] }),
    async () => {
      await confirm()
      await pressIn('h3 + ul button', 1)
      await drawn()
      await submit()
      await drawn()
    },
  ),
  'book/done': book(() => ({}), confirm),
  'book/done with a code by text message': book(byText, confirm),
  'book/done in person': book(
    () => ({
      services: inTokyo(),
      booked: aBooked({
        place: { channel: 'IN_PERSON' },
        timezone: 'Asia/Tokyo',
        participants: [],
        links: undefined,
      }),
    }),
    confirm,
  ),
  'book/done by phone': book(
    () => ({
      services: [aService({ channel: 'PHONE' })],
      booked: aBooked({
        place: { channel: 'PHONE' },
        notificationsActive: false,
        participants: [],
        links: undefined,
      }),
    }),
    confirm,
  ),
  'book/embedded': embedded(book()),
  'book/embedded, not offered': embedded(book(() => ({ services: undefined }))),
  'book/embedded, details': embedded(book(() => ({}), chooseTime)),
  'book/embedded, done': embedded(book(() => ({}), confirm)),
  'book/calendar': book(
    () => ({}),
    async () => {
      await confirm()
      await pressIn('summary')
    },
  ),
}
