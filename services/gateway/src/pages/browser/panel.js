import { element } from './elements.js'
import { newKey, Refused } from './session.js'
import { oneLine, words, zoneOfAppointment } from './speech.js'
import { meaningOf } from './standing.js'

/** @import { Appointment } from './standing.js' */
/** @import { Session } from './session.js' */

/**
 * @typedef {object} About
 * @property {Session} session
 * @property {Appointment} appointment
 * @property {(changed: Appointment, done: { heading: string, text: string }) => void} onDone
 * @property {(error: unknown) => void} onOvertaken the appointment has been changed by somebody else
 * @property {() => void} close
 */

/**
 * A form that asks for one change. Asking again after an answer that never came is the same request, so that
 * nothing happens twice.
 * @param {About} about
 * @param {object} options
 * @param {{ heading: string, submit: string, busy: string, keep: string }} options.labels
 * @param {'main' | 'danger'} options.look
 * @param {Node[]} options.fields
 * @param {() => string | undefined} [options.fault] what is wrong before anything is sent
 * @param {(key: string) => Promise<void>} options.act
 */
export function panel({ appointment, onOvertaken, close }, { labels, look, fields, fault, act }) {
  let key = newKey()
  let isBusy = false
  const told = element('p', { class: 'fault', role: 'alert' })
  const submit = element('button', { class: look }, labels.submit)
  const keep = element('button', { type: 'button', class: 'quiet', onclick: close }, labels.keep)

  /** @param {boolean} busy */
  const work = (busy) => {
    isBusy = busy
    submit.textContent = busy ? labels.busy : labels.submit
    submit.setAttribute('aria-disabled', String(busy))
  }
  const send = async () => {
    if (isBusy) return
    told.textContent = fault?.() ?? ''
    if (told.textContent !== '') return
    work(true)
    try {
      await act(key)
    } catch (error) {
      const meaning = error instanceof Refused ? meaningOf(error) : 'trouble'
      work(false)
      if (meaning === 'gone' || meaning === 'ended' || meaning === 'stale') return onOvertaken(error)
      if (meaning !== 'trouble') key = newKey()
      told.textContent = meaning === 'taken' ? takenWords(error, appointment) : words.faults[meaning]
    }
  }
  const form = element(
    'form',
    { class: 'panel', novalidate: true },
    element('h2', { tabindex: -1 }, labels.heading),
    ...fields,
    told,
    element('div', { class: 'choices' }, submit, keep),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send()
  })
  form.addEventListener('keydown', ({ key: pressed }) => {
    if (pressed === 'Escape' && !isBusy) close()
  })
  // another wish is another request
  form.addEventListener('input', () => {
    key = newKey()
    told.textContent = ''
  })
  return form
}

/**
 * @param {unknown} error
 * @param {Appointment} appointment
 */
function takenWords(error, appointment) {
  const { start, end } = (error instanceof Refused && error.body?.blocking) || {}
  const span = { start: Date.parse(start), end: Date.parse(end) }
  const isTold = !Number.isNaN(span.start) && !Number.isNaN(span.end)
  return words.faults.taken(isTold ? oneLine(span, zoneOfAppointment(appointment)) : undefined)
}
