/** Where the time comes from; domain code gets instants as arguments. */
export interface Clock {
  now: () => Date
}

export const systemClock: Clock = { now: () => new Date() }
