import { element, show, showMessage, tell } from './elements.js'
import { aheadOf } from './phrases.js'
import { openSession, Refused, ticketOfPage } from './session.js'
import { locale, speakAs, when, words } from './speech.js'
import { meaningOf, pauseBefore, roomAddress, standingOf } from './standing.js'

/** @import { Appointment } from './standing.js' */
/** @import { Session } from './session.js' */

const LEAST_PAUSE_MS = 5000
const TROUBLE_PAUSE_MS = 30_000

/** @type {Session | undefined} */
let session
/** @type {ReturnType<typeof setTimeout> | undefined} */
let next
let lookedAt = 0
let isLooking = false
/** What is shown, so that nothing is drawn anew under somebody's fingers. */
let shown = ''
const trouble = element('p', { class: 'soft', role: 'status' })

/** Looks how the room is, shows it, and plans the next look where there is something to wait for. */
async function look() {
  if (isLooking) return
  isLooking = true
  clearTimeout(next)
  lookedAt = Date.now()
  try {
    session ??= await openSession(ticketOfPage())
    const appointment = await session.appointment()
    const room = appointment.state === 'ACTIVATED' ? await session.room() : undefined
    speakAs(appointment)
    trouble.textContent = ''
    const standing = standingOf(appointment, room, Date.now())
    if (standing === 'open' && room) showOpen(appointment, roomAddress(room.url))
    else if (standing === 'waiting' || standing === 'running') {
      showWaiting(appointment)
      lookAgain(pauseBefore(Date.parse(appointment.start), Date.now()))
    } else if (standing === 'cancelled') showEnd(words.join.cancelled, words.join.cancelledText)
    else if (standing === 'failed') showEnd(words.join.failed, words.join.failedText)
    else showEnd(words.join.over, words.join.overText)
  } catch (error) {
    showTrouble(error)
  } finally {
    isLooking = false
  }
}

/** @param {number} pause */
function lookAgain(pause) {
  next = setTimeout(() => void look(), pause)
}

/**
 * @param {string} what
 * @param {() => void} draw
 */
function once(what, draw) {
  if (shown === what) return
  shown = what
  draw()
}

/**
 * @param {Appointment} appointment
 * @param {string | undefined} address
 */
const showOpen = (appointment, address) =>
  once(`open ${address} ${appointment.start} ${appointment.end}`, () => {
    document.title = words.join.open
    show(
      element('p', { class: 'kind' }, appointment.title || words.joinTitle),
      element('h1', {}, words.join.open),
      element('p', { class: 'lead' }, words.join.openText),
      address !== undefined &&
        element('a', { class: 'button main', href: address, rel: 'noreferrer' }, words.join.enter),
      when(appointment),
      trouble,
    )
    tell(words.join.open)
  })

/** @param {Appointment} appointment */
function showWaiting(appointment) {
  const text = words.join.waitingText(aheadOf(Date.parse(appointment.start), Date.now(), locale))
  once(`waiting ${text} ${appointment.start} ${appointment.end}`, () => {
    document.title = words.joinTitle
    show(
      element('p', { class: 'kind' }, appointment.title || words.joinTitle),
      element('h1', {}, words.join.waiting),
      element('p', { class: 'lead' }, text),
      when(appointment),
      trouble,
    )
  })
}

/**
 * @param {string} heading
 * @param {string} text
 * @param {string} [hint]
 */
const showEnd = (heading, text, hint) =>
  once(heading, () => {
    document.title = heading
    const more = hint === undefined ? undefined : element('p', { class: 'soft' }, hint)
    showMessage({ heading, text, more })
  })

/** @param {unknown} error */
function showTrouble(error) {
  const meaning = error instanceof Refused ? meaningOf(error) : 'trouble'
  if (meaning === 'gone') return showEnd(words.gone.heading, words.join.goneText, words.join.goneHint)
  lookAgain(TROUBLE_PAUSE_MS)
  // what is known stays in sight
  if (trouble.isConnected) trouble.textContent = words.join.noAnswer
  else
    once(meaning, () => {
      const again = () => void look()
      showMessage({
        ...(meaning === 'busy' ? words.tooMany : words.trouble),
        more: element('button', { type: 'button', class: 'main', onclick: again }, words.tryAgain),
      })
    })
}

// somebody comes back to the page: what it shows may be old
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && Date.now() - lookedAt > LEAST_PAUSE_MS) void look()
})

void look()
