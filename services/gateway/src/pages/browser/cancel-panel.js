import { element } from './elements.js'
import { panel } from './panel.js'
import { words } from './language.js'

/** @import { PanelContext } from './panel.js' */

/**
 * A form that cancels the appointment, with an optional reason.
 * @param {PanelContext} context
 */
export function cancelPanel(context) {
  const reason = element('textarea', { id: 'reason', rows: 3, maxlength: 500 })
  return panel(context, {
    labels: words.cancel,
    style: 'danger',
    fields: [
      element('p', {}, words.cancel.text),
      element('label', { for: 'reason' }, words.cancel.reason),
      reason,
    ],
    act: async (key) =>
      context.onDone(
        await context.session.cancel(reason.value.trim(), key, context.appointment.version),
        words.justCancelled,
      ),
  })
}
