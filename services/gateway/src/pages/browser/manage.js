import { cancelPanel } from './cancel-panel.js'
import { announce, element, show, showMessage } from './elements.js'
import { movePanel } from './move-panel.js'
import { lengthOf } from './phrases.js'
import { locale, oneLine, spanOf, useLanguageOf, when, words, zoneOfAppointment } from './language.js'
import { changesSince, meaningOf, phaseOf, roomAddress } from './phase.js'
import { ApiError, openSession, ticketOfPage } from './session.js'

/** @import { Appointment, Room } from './phase.js' */
/** @import { Session } from './session.js' */

/**
 * @typedef {object} Notice a message above the appointment
 * @property {string} heading
 * @property {string} text
 */

async function open() {
  try {
    const session = await openSession(ticketOfPage())
    // a ticket for a room does not allow changes
    if (!session.mayManage) throw new ApiError(400, 'TICKET_GONE')
    await load(session)
  } catch (error) {
    showFailure(error)
  }
}

/**
 * @param {Session} session
 * @param {Appointment} [seen] the appointment as shown before
 * @throws ApiError
 */
async function load(session, seen) {
  const appointment = await session.appointment()
  const room = appointment.state === 'ACTIVATED' ? await session.room() : undefined
  useLanguageOf(appointment)
  document.title = words.manageTitle
  showAppointment(session, appointment, room, { changed: seen && staleNotice(seen, appointment) })
}

/** @param {unknown} error */
function showFailure(error) {
  const meaning = error instanceof ApiError ? meaningOf(error) : 'trouble'
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
 * @param {object} [notices]
 * @param {Notice} [notices.done] the change just made, after which the link allows no other
 * @param {Notice} [notices.changed] the appointment has changed since it was shown
 */
function showAppointment(session, appointment, room, { done, changed } = {}) {
  const now = Date.now()
  const phase = phaseOf(appointment, room, now)
  const span = spanOf(appointment)
  const isOpen = phase === 'open' || phase === 'running' || phase === 'waiting'
  const chip = isOpen ? (span.start <= now ? 'running' : 'waiting') : phase
  const address = phase === 'open' && room ? roomAddress(room.url) : undefined
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
    !done && !isOpen && element('p', { class: 'notice' }, words.notes[phase]),
    !done && isOpen && span.end > now && changes(session, appointment, room),
  )
  if (heading) {
    heading.focus()
    announce(notice.text)
  }
}

/**
 * Describes what has changed since the appointment was shown.
 * @param {Appointment} seen
 * @param {Appointment} now
 * @returns {Notice}
 */
function staleNotice(seen, now) {
  const { heading, time, title, other, again } = words.stale
  const sentences = {
    time: () => time(oneLine(spanOf(now), zoneOfAppointment(now))),
    title: () => title(now.title || words.manageTitle),
    other: () => other,
  }
  return { heading, text: [...changesSince(seen, now).map((change) => sentences[change]()), again].join(' ') }
}

/**
 * The forms to move and to cancel the appointment; at most one is open.
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

  const context = {
    session,
    appointment,
    /** @param {Appointment} changed @param {Notice} done */
    onDone: (changed, done) => showAppointment(session, changed, room, { done }),
    /** @param {unknown} error */
    onOutdated: (error) => void showOutdated(session, error, appointment),
  }
  return element(
    'div',
    { class: 'changes' },
    element(
      'div',
      { class: 'choices' },
      opener(words.move.open, (close) => movePanel({ ...context, close })),
      opener(words.cancel.open, (close) => cancelPanel({ ...context, close })),
    ),
    place,
  )
}

/**
 * Handles a change that was rejected because the appointment has changed since: shows its current state, as far as the
 * ticket still gives access to it.
 * @param {Session} session
 * @param {unknown} error
 * @param {Appointment} seen
 */
async function showOutdated(session, error, seen) {
  try {
    if (error instanceof ApiError && meaningOf(error) === 'stale') return await load(session, seen)
    const { state } = await session.appointment()
    if (state === 'SCHEDULED' || state === 'ACTIVATED') showFailure(error)
    else await load(session)
  } catch {
    showFailure(error)
  }
}

void open()
