import { cancelPanel } from './cancel-panel.js'
import { element, show, showMessage, tell } from './elements.js'
import { movePanel } from './move-panel.js'
import { lengthOf } from './phrases.js'
import { openSession, Refused, ticketOfPage } from './session.js'
import { locale, oneLine, spanOf, speakAs, when, words, zoneOfAppointment } from './speech.js'
import { changesSince, meaningOf, roomAddress, standingOf } from './standing.js'

/** @import { Appointment, Room } from './standing.js' */
/** @import { Session } from './session.js' */

/**
 * @typedef {object} Done what has just been done; a link does it only once
 * @property {string} heading
 * @property {string} text
 */

async function open() {
  try {
    const session = await openSession(ticketOfPage())
    // a link to a room opens no appointment to change
    if (!session.mayManage) throw new Refused(400, 'TICKET_GONE')
    await load(session)
  } catch (error) {
    showFailure(error)
  }
}

/**
 * @param {Session} session
 * @param {Appointment} [seen] the appointment as it was shown before
 * @throws Refused
 */
async function load(session, seen) {
  const appointment = await session.appointment()
  const room = appointment.state === 'ACTIVATED' ? await session.room() : undefined
  speakAs(appointment)
  document.title = words.manageTitle
  showAppointment(session, appointment, room, { changed: seen && staleWords(seen, appointment) })
}

/** @param {unknown} error */
function showFailure(error) {
  const meaning = error instanceof Refused ? meaningOf(error) : 'trouble'
  if (meaning === 'gone')
    return showMessage({ ...words.gone, more: element('p', { class: 'soft' }, words.gone.hint) })
  const again = () => void open()
  return showMessage({
    ...(meaning === 'busy' ? words.tooMany : words.trouble),
    more: element('button', { type: 'button', class: 'main', onclick: again }, words.tryAgain),
  })
}

/**
 * @param {Session} session
 * @param {Appointment} appointment
 * @param {Room | undefined} room
 * @param {{ done?: Done | undefined, changed?: Done | undefined }} [notices]
 */
function showAppointment(session, appointment, room, { done, changed } = {}) {
  const now = Date.now()
  const standing = standingOf(appointment, room, now)
  const span = spanOf(appointment)
  const isOpen = standing === 'open' || standing === 'running' || standing === 'waiting'
  const chip = isOpen ? (span.start <= now ? 'running' : 'waiting') : standing
  const address = standing === 'open' && room ? roomAddress(room.url) : undefined
  const notice = done ?? changed
  const heading = notice && element('h2', { tabindex: -1 }, notice.heading)

  show(
    heading &&
      element('div', { class: done ? 'notice good' : 'notice' }, heading, element('p', {}, notice.text)),
    element('p', { class: `chip ${chip}` }, words.chips[chip]),
    element('h1', {}, appointment.title || words.manageTitle),
    when(appointment),
    element(
      'dl',
      {},
      element('div', {}, element('dt', {}, words.length), element('dd', {}, lengthOf(span, locale))),
    ),
    address !== undefined &&
      element('a', { class: 'button main', href: address, rel: 'noreferrer' }, words.join.enter),
    !done && !isOpen && element('p', { class: 'notice' }, words.notes[standing]),
    !done && isOpen && span.end > now && changes(session, appointment, room),
  )
  if (heading) {
    heading.focus()
    tell(notice.text)
  }
}

/**
 * Says what has changed since the appointment was shown.
 * @param {Appointment} seen
 * @param {Appointment} now
 * @returns {Done}
 */
function staleWords(seen, now) {
  const { heading, time, title, other, again } = words.stale
  const said = {
    time: () => time(oneLine(spanOf(now), zoneOfAppointment(now))),
    title: () => title(now.title || words.manageTitle),
    other: () => other,
  }
  return { heading, text: [...changesSince(seen, now).map((change) => said[change]()), again].join(' ') }
}

/**
 * The two things a customer can do, one open at a time.
 * @param {Session} session
 * @param {Appointment} appointment
 * @param {Room | undefined} room
 */
function changes(session, appointment, room) {
  const place = element('div', { id: 'change' })
  /** @type {HTMLButtonElement[]} */
  const openers = []

  /**
   * @param {string} label
   * @param {(close: () => void) => HTMLElement} panel
   */
  const opener = (label, panel) => {
    const attributes = { type: 'button', 'aria-expanded': 'false', 'aria-controls': 'change' }
    const button = element('button', attributes, label)
    const close = () => {
      place.replaceChildren()
      button.setAttribute('aria-expanded', 'false')
      button.focus()
    }
    button.addEventListener('click', () => {
      if (button.getAttribute('aria-expanded') === 'true') return close()
      for (const one of openers) one.setAttribute('aria-expanded', String(one === button))
      place.replaceChildren(panel(close))
      place.querySelector('h2')?.focus()
      place.scrollIntoView({ block: 'nearest' })
    })
    openers.push(button)
    return button
  }

  const about = {
    session,
    appointment,
    /** @param {Appointment} changed @param {Done} done */
    onDone: (changed, done) => showAppointment(session, changed, room, { done }),
    /** @param {unknown} error */
    onOvertaken: (error) => void showOvertaken(session, error, appointment),
  }
  return element(
    'div',
    { class: 'changes' },
    element(
      'div',
      { class: 'choices' },
      opener(words.move.open, (close) => movePanel({ ...about, close })),
      opener(words.cancel.open, (close) => cancelPanel({ ...about, close })),
    ),
    place,
  )
}

/**
 * The link can do nothing any more, because somebody else was faster: shows what became of the appointment, as far
 * as it may still be read.
 * @param {Session} session
 * @param {unknown} error
 * @param {Appointment} seen
 */
async function showOvertaken(session, error, seen) {
  try {
    if (error instanceof Refused && meaningOf(error) === 'stale') return await load(session, seen)
    const { state } = await session.appointment()
    if (state === 'SCHEDULED' || state === 'ACTIVATED') showFailure(error)
    else await load(session)
  } catch {
    showFailure(error)
  }
}

void open()
