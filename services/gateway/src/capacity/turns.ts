/** Whom a request counts for when capacity is short. */
export interface Party {
  /** The caller's organization; all callers without one share a turn. */
  organization: string
  /** The caller within the organization: a user, a client, a customer, or an address. */
  caller: string
}

/** Waiting entries, served in turns. */
export interface Turns<Entry> {
  /** @param at when the entry arrived; only `longestWithoutTurn` needs the times */
  add: (party: Party, entry: Entry, at?: number) => void
  /** Removes and returns the entry whose turn is next. @param at the current time */
  next: (at?: number) => Entry | undefined
  /** Removes an entry that gives up waiting; false if it was not waiting. */
  remove: (entry: Entry) => boolean
  /** Removes and returns the newest entry of the caller with the most waiting entries. */
  dropNewestOfBusiest: () => Entry | undefined
  /** Whether no other caller has more waiting entries. */
  isBusiest: (party: Party) => boolean
  /** The entry that has waited the longest. */
  oldest: () => Entry | undefined
  /** When the caller that has gone longest without a turn had its last turn or, if it had none, began to wait. */
  longestWithoutTurn: () => number | undefined
  size: () => number
}

/**
 * Queues entries so that no caller delays others by more than one turn: organizations take turns, callers take turns
 * within their organization, and the entries of each caller keep their order.
 */
export function createTurns<Entry>(): Turns<Entry> {
  // a Map iterates in order of insertion, so re-inserting an organization or caller moves it to the end
  const organizations = new Map<string, Map<string, Entry[]>>()
  const parties = new Map<Entry, Party>()
  // the time of each line's last turn, or of its first entry; a line that gets a turn moves to the end
  const lastTurns = new Map<Entry[], number>()

  const lineOf = ({ organization, caller }: Party) => organizations.get(organization)?.get(caller)

  const dropEmpty = ({ organization, caller }: Party) => {
    const callers = organizations.get(organization)
    const line = callers?.get(caller)
    if (callers && line?.length === 0) {
      callers.delete(caller)
      lastTurns.delete(line)
    }
    if (callers?.size === 0) organizations.delete(organization)
  }

  const longestLine = (): Entry[] => {
    let longest: Entry[] = []
    for (const callers of organizations.values())
      for (const line of callers.values()) if (line.length > longest.length) longest = line
    return longest
  }

  const remove = (entry: Entry): boolean => {
    const party = parties.get(entry)
    const line = party && lineOf(party)
    if (!line) return false
    parties.delete(entry)
    line.splice(line.indexOf(entry), 1)
    dropEmpty(party)
    return true
  }

  return {
    add(party, entry, at = 0) {
      const { organization, caller } = party
      const callers = organizations.get(organization) ?? new Map<string, Entry[]>()
      organizations.set(organization, callers)
      const line = callers.get(caller) ?? []
      callers.set(caller, line)
      if (line.length === 0) lastTurns.set(line, at)
      line.push(entry)
      parties.set(entry, party)
    },
    next(at = 0) {
      const [turn] = organizations
      if (!turn) return undefined
      const [organization, callers] = turn
      const [[caller, line] = ['', []]] = callers
      const [entry] = line
      if (entry === undefined) return undefined
      callers.delete(caller)
      callers.set(caller, line)
      organizations.delete(organization)
      organizations.set(organization, callers)
      lastTurns.delete(line)
      lastTurns.set(line, at)
      remove(entry)
      return entry
    },
    remove,
    dropNewestOfBusiest() {
      const newest = longestLine().at(-1)
      if (newest !== undefined) remove(newest)
      return newest
    },
    isBusiest: (party) => (lineOf(party)?.length ?? 0) >= longestLine().length,
    oldest: () => parties.keys().next().value,
    longestWithoutTurn: () => lastTurns.values().next().value,
    size: () => parties.size,
  }
}
