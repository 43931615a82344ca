/** The maximum number of agents in one search, and in one request for statistics. */
export const MOST_AGENTS = 500

/** A team has more agents than one request may name. */
export class TeamTooLarge extends Error {}
