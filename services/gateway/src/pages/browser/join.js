import { announce, element, show, showMessage } from './elements.js'
import { aheadOf } from './phrases.js'
import { locale, useLanguageOf, when, words } from './language.js'
import { meaningOf, nameOf, pauseBefore, phaseOf, roomAddress } from './phase.js'
import { ApiError, openSession, ticketOfPage } from './session.js'

/** @import { Appointment } from './phase.js' */
/** @import { Session } from './session.js' */

const MIN_PAUSE_MS = 5000
const TROUBLE_PAUSE_MS = 30_000

/** @type {Session | undefined} */
let session
/** @type {ReturnType<typeof setTimeout> | undefined} */
let nextRefresh
let refreshedAt = 0
let isRefreshing = false
/** Identifies the shown content: unchanged content is not redrawn, which would interrupt the user. */
let shown = ''
const trouble = element('p', { class: 'soft', role: 'status' })

/** Reads the state of the room, shows it, and schedules the next refresh while the state can still change. */
async function refresh() {
  if (isRefreshing) return
  isRefreshing = true
  clearTimeout(nextRefresh)
  refreshedAt = Date.now()
  try {
    session ??= await openSession(ticketOfPage())
    const appointment = await session.appointment()
    const room = appointment.state === 'ACTIVATED' ? await session.room() : undefined
    useLanguageOf(appointment)
    trouble.textContent = ''
    const phase = phaseOf(appointment, room, Date.now())
    if (phase === 'open' && room) showOpen(appointment, roomAddress(room.url))
    else if (phase === 'waiting' || phase === 'running') {
      showWaiting(appointment)
      scheduleRefresh(pauseBefore(Date.parse(appointment.start), Date.now()))
    } else if (phase === 'cancelled') showEnd(words.join.cancelled, words.join.cancelledText)
    else if (phase === 'failed') showEnd(words.join.failed, words.join.failedText)
    else showEnd(words.join.over, words.join.overText)
  } catch (error) {
    showError(error)
  } finally {
    isRefreshing = false
  }
}

/** @param {number} pause milliseconds */
function scheduleRefresh(pause) {
  nextRefresh = setTimeout(() => void refresh(), pause)
}

/**
 * @param {string} content identifies what is drawn
 * @param {() => void} draw
 */
function drawIfChanged(content, draw) {
  if (shown === content) return
  shown = content
  draw()
}

/**
 * @param {Appointment} appointment
 * @param {string | undefined} address
 */
const showOpen = (appointment, address) =>
  drawIfChanged(`open ${address} ${appointment.start} ${appointment.end}`, () => {
    document.title = words.join.open
    show(
      element('p', { class: 'kind' }, nameOf(appointment, true, words)),
      element('h1', {}, words.join.open),
      element('p', { class: 'lead' }, words.join.openText),
      address !== undefined &&
        element('a', { class: 'button main', href: address, rel: 'noreferrer' }, words.join.enter),
      when(appointment),
      trouble,
    )
    announce(words.join.open)
  })

/** @param {Appointment} appointment */
function showWaiting(appointment) {
  const text = words.join.waitingText(aheadOf(Date.parse(appointment.start), Date.now(), locale))
  drawIfChanged(`waiting ${text} ${appointment.start} ${appointment.end}`, () => {
    document.title = nameOf({}, false, words)
    show(
      element('p', { class: 'kind' }, nameOf(appointment, false, words)),
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
  drawIfChanged(heading, () => {
    document.title = heading
    const more = hint === undefined ? undefined : element('p', { class: 'soft' }, hint)
    showMessage({ heading, text, more })
  })

/** @param {unknown} error */
function showError(error) {
  const meaning = error instanceof ApiError ? meaningOf(error) : 'trouble'
  if (meaning === 'gone') return showEnd(words.gone.heading, words.join.goneText, words.join.goneHint)
  scheduleRefresh(TROUBLE_PAUSE_MS)
  // content that was already loaded stays visible
  if (trouble.isConnected) trouble.textContent = words.join.unreachable
  else
    drawIfChanged(meaning, () => {
      const again = () => void refresh()
      showMessage({
        ...(meaning === 'busy' ? words.tooMany : words.trouble),
        more: element('button', { type: 'button', class: 'main', onclick: again }, words.tryAgain),
      })
    })
}

// the page may be outdated when the user comes back to it
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && Date.now() - refreshedAt > MIN_PAUSE_MS) void refresh()
})

void refresh()
