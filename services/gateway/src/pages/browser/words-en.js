export const en = {
  language: 'en',
  manageTitle: 'Your appointment',
  joinTitle: 'Your video call',
  tryAgain: 'Try again',
  chips: {
    waiting: 'Booked',
    running: 'In progress',
    cancelled: 'Cancelled',
    failed: 'Did not take place',
    over: 'Over',
  },
  length: 'Duration',
  /** @param {string} times */
  yourTime: (times) => `Your time: ${times}`,
  notes: {
    cancelled: 'This appointment has been cancelled. You do not need to do anything.',
    failed: 'We are sorry that this appointment could not take place. Please get in touch with us.',
    over: 'This appointment is over. Thank you for your time.',
  },
  moved: {
    heading: 'Your appointment has been moved',
    text: 'A message with the new time is on its way to you. It contains a new link for further changes; the link you just used no longer works.',
    withoutMessage:
      'The link you just used no longer works. To make further changes, please get in touch with us.',
  },
  justCancelled: {
    heading: 'Your appointment has been cancelled',
    text: 'Thank you for letting us know. You do not need to do anything else.',
  },
  move: {
    open: 'Move to another time',
    heading: 'Move to another time',
    date: 'Date',
    time: 'Time',
    /** @param {string} zone */
    hint: (zone) => `In the time zone of the appointment: ${zone}`,
    /** @param {string} times */
    preview: (times) => `New time: ${times}`,
    twice: 'The clocks go back that night, so this time comes twice. Which one do you mean?',
    /** @param {string} offset */
    first: (offset) => `The first, before the clocks change (${offset})`,
    /** @param {string} offset */
    second: (offset) => `The second, after the clocks have changed (${offset})`,
    submit: 'Move appointment',
    busy: 'Moving …',
    keep: 'Leave it as it is',
  },
  cancel: {
    open: 'Cancel appointment',
    heading: 'Cancel this appointment?',
    text: 'It will not take place, and you cannot undo this.',
    reason: 'Reason (optional)',
    submit: 'Yes, cancel it',
    busy: 'Cancelling …',
    keep: 'No, keep it',
  },
  faults: {
    incomplete: 'Please enter a date and a time.',
    never: 'The clocks go forward that night and skip this time. Please choose another one.',
    same: 'This is the time the appointment has already. Please choose another one.',
    past: 'This time has already passed. Please choose a later one.',
    tooFar: 'This is too far ahead. Please choose a time within the next two years.',
    invalid: 'This does not work. Please check what you entered.',
    /** @param {string | undefined} times */
    taken: (times) =>
      times === undefined
        ? 'This time is already taken. Please choose another one.'
        : `This time is already taken: another appointment is booked for ${times}. Please choose another one.`,
    tooLate: 'It is too late to cancel online. Please get in touch with us.',
    trouble:
      'We got no response, so we cannot be sure that this worked. Please try again; nothing will happen twice.',
    busy: 'These were many requests in a short time. Please wait a minute and try again.',
  },
  stale: {
    heading: 'Your appointment has changed in the meantime',
    /** @param {string} times */
    time: (times) => `New time: ${times}`,
    /** @param {string} title */
    title: (title) => `New subject: ${title}`,
    other: 'Other details have changed.',
    again: 'Please look at it once more, then try again.',
  },
  gone: {
    heading: 'This link no longer works',
    text: 'It has been replaced by a newer one, or the appointment was cancelled or is over.',
    hint: 'If the appointment was moved, please use the link in the latest message you got from us.',
  },
  trouble: {
    heading: 'We cannot reach your appointment right now',
    text: 'Please check your internet connection and try again in a moment.',
  },
  tooMany: {
    heading: 'Please wait a minute',
    text: 'These were many requests in a short time. In a minute it will work again.',
  },
  join: {
    enter: 'Join the video call',
    waiting: 'The room is not open yet',
    /** @param {string | undefined} ahead */
    waitingText: (ahead) =>
      ahead === undefined
        ? 'Your appointment is about to begin. You can stay on this page: it shows when the room opens.'
        : `Your appointment begins ${ahead}. You can stay on this page: it shows when the room opens.`,
    open: 'Your room is open',
    openText: 'We are looking forward to talking to you.',
    over: 'This appointment is over',
    overText: 'The room is closed. Thank you for your time.',
    cancelled: 'This appointment has been cancelled',
    cancelledText: 'The room will not open. You do not need to do anything.',
    failed: 'This appointment could not take place',
    failedText: 'We are sorry. Please get in touch with us.',
    goneText: 'The appointment was cancelled or is over.',
    goneHint: 'If you have a newer message from us, please use the link in it.',
    unreachable: 'We cannot reach the room at the moment. We keep trying.',
  },
}
/** @typedef {typeof en} Words */
