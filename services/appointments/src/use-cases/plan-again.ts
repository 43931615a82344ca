/** The appointment has changed since a request was planned, so the plan no longer fits. */
export class PlanOutdated extends Error {}

/** Runs work that plans a change before it locks the appointment; repeats it if it throws PlanOutdated. */
export async function planAgainIfOutdated<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof PlanOutdated)) throw error
    }
  }
}
