/**
 * Collects the items of one turn of the event loop and flushes them together, after all pending input has been read.
 * Later items never join a flushed batch, so a result always comes from work that began after the item was added: a
 * caller that has seen a write also sees it in the result.
 */
export function gather<Item>(flush: (items: Item[]) => void): (item: Item) => void {
  let gathered: Item[] = []
  return (item) => {
    gathered.push(item)
    if (gathered.length > 1) return
    setImmediate(() => {
      const items = gathered
      gathered = []
      flush(items)
    })
  }
}
