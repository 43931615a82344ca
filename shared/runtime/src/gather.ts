/**
 * Gathers what is asked for in the same turn of the event loop and hands it over together, after everything that has
 * arrived so far has been read. Nothing joins what was handed over, so no question is answered by work that began
 * before it was asked, and whoever has seen a write sees it in the answer too.
 */
export function gather<Item>(handOver: (items: Item[]) => void): (item: Item) => void {
  let gathered: Item[] = []
  return (item) => {
    gathered.push(item)
    if (gathered.length > 1) return
    setImmediate(() => {
      const items = gathered
      gathered = []
      handOver(items)
    })
  }
}
