/** Does a task for every item, so many at a time, and answers in the items' order. */
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
