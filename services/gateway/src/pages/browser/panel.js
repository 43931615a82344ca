import { element } from './elements.js'
import { oneLine, words, zoneOfAppointment } from './language.js'
import { meaningOf } from './phase.js'
import { ApiError, newKey } from './session.js'

/** @import { Appointment } from './phase.js' */
/** @import { Session } from './session.js' */

/**
 * @typedef {object} PanelContext
 * @property {Session} session
 * @property {Appointment} appointment
 * @property {(changed: Appointment, done: { heading: string, text: string }) => void} onDone
 * @property {(error: unknown) => void} onOutdated the appointment has been changed in the meantime
 * @property {() => void} close
 */

/**
 * A form for one change. Submitting it again after a missing response repeats the request with the same idempotency
 * key, so that nothing happens twice.
 * @param {PanelContext} context
 * @param {object} options
 * @param {{ heading: string, submit: string, busy: string, keep: string }} options.labels
 * @param {'main' | 'danger'} options.style of the submit button
 * @param {Node[]} options.fields
 * @param {() => string | undefined} [options.fault] the error in the input, if any; checked before sending
 * @param {(key: string) => Promise<void>} options.act
 */
export function panel({ appointment, onOutdated, close }, { labels, style, fields, fault, act }) {
  let key = newKey()
  let isBusy = false
  const message = element('p', { class: 'fault', role: 'alert' })
  const submit = element('button', { class: style }, labels.submit)
  const keep = element('button', { type: 'button', class: 'quiet', onclick: close }, labels.keep)

  /** @param {boolean} busy */
  const setBusy = (busy) => {
    isBusy = busy
    submit.textContent = busy ? labels.busy : labels.submit
    submit.setAttribute('aria-disabled', String(busy))
  }
  const send = async () => {
    if (isBusy) return
    message.textContent = fault?.() ?? ''
    if (message.textContent !== '') return
    setBusy(true)
    try {
      await act(key)
    } catch (error) {
      const meaning = error instanceof ApiError ? meaningOf(error) : 'trouble'
      setBusy(false)
      if (meaning === 'gone' || meaning === 'ended' || meaning === 'stale') return onOutdated(error)
      if (meaning !== 'trouble') key = newKey()
      message.textContent = meaning === 'taken' ? slotTakenText(error, appointment) : words.faults[meaning]
    }
  }
  const form = element(
    'form',
    { class: 'panel', novalidate: true },
    element('h2', { tabindex: -1 }, labels.heading),
    ...fields,
    message,
    element('div', { class: 'choices' }, submit, keep),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send()
  })
  form.addEventListener('keydown', ({ key: pressed }) => {
    if (pressed === 'Escape' && !isBusy) close()
  })
  // different input is a different request
  form.addEventListener('input', () => {
    key = newKey()
    message.textContent = ''
  })
  return form
}

/**
 * @param {unknown} error
 * @param {Appointment} appointment
 */
function slotTakenText(error, appointment) {
  const { start, end } = (error instanceof ApiError && error.body?.blocking) || {}
  const span = { start: Date.parse(start), end: Date.parse(end) }
  const isKnown = !Number.isNaN(span.start) && !Number.isNaN(span.end)
  return words.faults.taken(isKnown ? oneLine(span, zoneOfAppointment(appointment)) : undefined)
}
