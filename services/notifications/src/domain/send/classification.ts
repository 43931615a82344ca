/**
 * Version of how provider responses are classified: the tables below and the rules in `smtp-outcome.ts` and
 * `webhook-outcome.ts`. It increases with every change and is recorded with each attempt and receipt, so that a
 * decision can be traced to its rules.
 */
export const CLASSIFICATION_VERSION = 1

/** Twilio's error codes: https://www.twilio.com/docs/api/errors. */
export const twilioCodes = {
  /** The submission fails again on every retry. */
  permanentOnSubmit: new Set([21211, 21214, 21217, 21408, 21604, 21606, 21610, 21612, 21614, 21617, 21623]),
  /** The account has no capacity for the submission at the moment. */
  transientOnSubmit: new Set([20429, 21611, 30001, 30022, 30023]),
  /** The account or its key is rejected, whatever is submitted. */
  accountRejected: new Set([20003]),
  /** An accepted message that can never be delivered. */
  permanentOnDelivery: new Set([21610, 30004, 30005, 30006, 30007, 30034]),
  /** An accepted message that was not delivered for a temporary reason. Unlisted codes get one more attempt. */
  transientOnDelivery: new Set([30001, 30003, 30008, 30022, 30023, 30500]),
  /** The number does not exist or cannot receive SMS. */
  deadAddress: new Set([21211, 21214, 21217, 21614, 30005, 30006]),
  /** The recipient replied STOP. */
  stopped: new Set([21610]),
} as const

/** Resubmissions after a delivery failed with an unlisted code. */
export const UNLISTED_RESUBMISSIONS = 1
