/**
 * Version of what provider answers are taken to mean: of the tables below, and of the rules in `smtp-outcome.ts` and
 * `webhook-outcome.ts`. It rises with every change of them and stands beside each attempt and receipt, so that a
 * decision can be traced to the table it came from.
 */
export const CLASSIFICATION_VERSION = 1

/** Twilio's error codes: https://www.twilio.com/docs/api/errors. */
export const twilioCodes = {
  /** A submission that no repetition makes better. */
  permanentOnSubmit: new Set([21211, 21214, 21217, 21408, 21604, 21606, 21610, 21612, 21614, 21617, 21623]),
  /** A submission that the account has no room for at the moment. */
  transientOnSubmit: new Set([20429, 21611, 30001, 30022, 30023]),
  /** The account or its key is refused, whatever is submitted. */
  accountRefused: new Set([20003]),
  /** A message taken, and never to be delivered. */
  permanentOnDelivery: new Set([21610, 30004, 30005, 30006, 30007, 30034]),
  /** A message taken and not delivered, for a reason that passes; every other code is given one more chance. */
  transientOnDelivery: new Set([30001, 30003, 30008, 30022, 30023, 30500]),
  /** The number is none, or takes no SMS. */
  deadAddress: new Set([21211, 21214, 21217, 21614, 30005, 30006]),
  /** The recipient has answered STOP. */
  stopped: new Set([21610]),
} as const

/** Chances of a message whose delivery failed with a code that is in no table. */
export const CHANCES_OF_UNLISTED = 1
