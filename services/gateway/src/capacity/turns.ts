/** Who a request counts for when capacity is short. */
export interface Party {
  /** The caller's organization; callers without one share a turn of their own. */
  organization: string
  /** The caller within the organization: a user, a client, a customer, or an address. */
  caller: string
}

/** Entries that wait, and whose turn is next. */
export interface Turns<Entry> {
  add: (party: Party, entry: Entry) => void
  /** Takes the entry whose turn it is. */
  next: () => Entry | undefined
  /** Takes an entry that stops waiting; false if it no longer waits. */
  remove: (entry: Entry) => boolean
  /** Takes the newest entry of the caller with the most waiting entries. */
  dropNewestOfBusiest: () => Entry | undefined
  /** The entry that has waited longest. */
  oldest: () => Entry | undefined
  size: () => number
}

/**
 * Lines entries up so that no caller delays others by more than a turn: organizations take turns, callers take turns
 * within their organization, and each caller's entries keep their order.
 */
export function createTurns<Entry>(): Turns<Entry> {
  // a Map keeps the order of insertion, so whoever had a turn goes to its end
  const organizations = new Map<string, Map<string, Entry[]>>()
  const parties = new Map<Entry, Party>()

  const lineOf = ({ organization, caller }: Party) => organizations.get(organization)?.get(caller)

  const dropEmpty = ({ organization, caller }: Party) => {
    const callers = organizations.get(organization)
    if (callers?.get(caller)?.length === 0) callers.delete(caller)
    if (callers?.size === 0) organizations.delete(organization)
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
    add(party, entry) {
      const { organization, caller } = party
      const callers = organizations.get(organization) ?? new Map<string, Entry[]>()
      organizations.set(organization, callers)
      const line = callers.get(caller) ?? []
      callers.set(caller, line)
      line.push(entry)
      parties.set(entry, party)
    },
    next() {
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
      remove(entry)
      return entry
    },
    remove,
    dropNewestOfBusiest() {
      let busiest: Entry[] = []
      for (const callers of organizations.values())
        for (const line of callers.values()) if (line.length > busiest.length) busiest = line
      const newest = busiest.at(-1)
      if (newest !== undefined) remove(newest)
      return newest
    },
    oldest: () => parties.keys().next().value,
    size: () => parties.size,
  }
}
