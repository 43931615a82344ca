import { element } from './elements.js'
import { locale, oneLine, ownTime, spanOf, words, zoneOfAppointment } from './language.js'
import { panel } from './panel.js'
import { offsetOf, zoneNameOf } from './phrases.js'
import { instantsOf, wallTimeAt } from './zoned-time.js'

/** @import { PanelContext } from './panel.js' */

const YEARS_AHEAD_MS = 2 * 365.25 * 86_400_000

/**
 * A form that moves the appointment to another time, in the appointment's time zone.
 * @param {PanelContext} context
 */
export function movePanel(context) {
  const { session, appointment, onDone } = context
  const zone = zoneOfAppointment(appointment)
  const { start: current, end } = spanOf(appointment)
  const length = end - current
  const { date, time } = timeInputs(current, zone)
  const which = whichOfTwo(zone)
  const preview = element('p', { class: 'preview', role: 'status' })

  /** The chosen start; undefined if that local time does not exist in the zone. */
  const chosen = () => instantsOf({ date: date.value, time: time.value }, zone)[which.index()]

  const fault = () => {
    if (date.value === '' || time.value === '') return words.faults.incomplete
    const start = chosen()
    if (start === undefined) return words.faults.never
    if (start === current) return words.faults.same
    return start + length <= Date.now() ? words.faults.past : undefined
  }
  const showPreview = () => {
    const start = chosen()
    if (start === undefined || fault() !== undefined) {
      preview.textContent = ''
      return
    }
    const span = { start, end: start + length }
    const own = ownTime(span, zone)
    preview.replaceChildren(
      element('span', {}, words.move.preview(oneLine(span, zone))),
      ...(own === undefined ? [] : [element('span', { class: 'soft' }, own)]),
    )
  }
  const form = panel(context, {
    labels: words.move,
    style: 'main',
    fields: [
      element(
        'div',
        { class: 'fields' },
        element('div', {}, element('label', { for: 'date' }, words.move.date), date),
        element('div', {}, element('label', { for: 'time' }, words.move.time), time),
      ),
      element(
        'p',
        { id: 'zone', class: 'soft' },
        words.move.hint(zoneNameOf(current, zone, locale, 'longGeneric')),
      ),
      which.field,
      preview,
    ],
    fault,
    act: async (key) => {
      const moved = await session.move(/** @type {number} */ (chosen()), key, appointment.version)
      const { heading, text, withoutMessage } = words.moved
      onDone(moved, { heading, text: moved.notificationsActive ? text : withoutMessage })
    },
  })
  for (const input of [date, time])
    input.addEventListener('input', () => which.ask(instantsOf({ date: date.value, time: time.value }, zone)))
  form.addEventListener('input', showPreview)
  which.ask(instantsOf({ date: date.value, time: time.value }, zone), current)
  return form
}

/**
 * @param {number} current
 * @param {string} zone
 */
function timeInputs(current, zone) {
  const wall = wallTimeAt(current, zone)
  const common = { required: true, 'aria-describedby': 'zone' }
  return {
    date: element('input', {
      ...common,
      id: 'date',
      type: 'date',
      value: wall.date,
      min: wallTimeAt(Date.now(), zone).date,
      max: wallTimeAt(Date.now() + YEARS_AHEAD_MS, zone).date,
    }),
    time: element('input', { ...common, id: 'time', type: 'time', value: wall.time, step: 300 }),
  }
}

/**
 * Asks which of two instants is meant; hidden unless the chosen local time occurs twice.
 * @param {string} zone
 */
function whichOfTwo(zone) {
  const field = element('fieldset', { hidden: true })
  return {
    field,
    index: () => (field.querySelector('input[value="1"]:checked') ? 1 : 0),
    /**
     * @param {number[]} instants
     * @param {number} [chosen]
     */
    ask: (instants, chosen = instants[0]) => {
      const [first, second] = instants
      field.hidden = second === undefined
      field.replaceChildren()
      if (first === undefined || second === undefined) return
      /** @type {[number, (offset: string) => string][]} */
      const choices = [
        [first, words.move.first],
        [second, words.move.second],
      ]
      field.append(
        element('legend', {}, words.move.twice),
        ...choices.map(([instant, label], value) =>
          element(
            'label',
            { class: 'choice' },
            element('input', { type: 'radio', name: 'which', value, checked: instant === chosen }),
            label(offsetOf(instant, zone)),
          ),
        ),
      )
    },
  }
}
