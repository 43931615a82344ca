/** The source of the current time; domain code receives instants as arguments. */
export interface Clock {
  now: () => Date
}

export const systemClock: Clock = { now: () => new Date() }
