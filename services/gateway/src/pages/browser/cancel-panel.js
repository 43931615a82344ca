import { element } from './elements.js'
import { panel } from './panel.js'
import { words } from './speech.js'

/** @import { About } from './panel.js' */

/**
 * Asks whether an appointment is really to be cancelled, and why.
 * @param {About} about
 */
export function cancelPanel(about) {
  const reason = element('textarea', { id: 'reason', rows: 3, maxlength: 500 })
  return panel(about, {
    labels: words.cancel,
    look: 'danger',
    fields: [
      element('p', {}, words.cancel.text),
      element('label', { for: 'reason' }, words.cancel.reason),
      reason,
    ],
    act: async (key) =>
      about.onDone(
        await about.session.cancel(reason.value.trim(), key, about.appointment.version),
        words.justCancelled,
      ),
  })
}
