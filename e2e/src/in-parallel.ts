/** Runs a task for every item with limited parallelism; results are in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  atATime: number,
  task: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length)
  const left = items.entries()
  await Promise.all(
    Array.from({ length: atATime }, async () => {
      for (const [index, item] of left) results[index] = await task(item)
    }),
  )
  return results
}
