/* Choices of the visitor that the address of the page keeps, so that it has them after a reload. */

const choices = new Map<string, string>()

/** The address of this page with a parameter in its query. */
export function addressWith(name: string, value: string): URL {
  const address = new URL(location.href)
  address.searchParams.set(name, value)
  return address
}

/** Keeps a choice in the query, even if the visitor goes back to an entry of the history from before the choice. */
export function keepChoice(name: string, value: string): void {
  if (choices.size === 0) addEventListener('popstate', write)
  choices.set(name, value)
  write()
}

function write(): void {
  for (const [name, value] of choices) history.replaceState(history.state, '', addressWith(name, value))
}
