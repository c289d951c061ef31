/** Begins the next piece of work when one of two is done; the promises are in the order of the items. */
export function twoAtATime<Item, Outcome>(
  items: readonly Item[],
  work: (item: Item) => Promise<Outcome>,
): Promise<Outcome>[] {
  const pieces = items.map((item) => ({ item, ...Promise.withResolvers<Outcome>() }))
  const waiting = pieces.values()
  const worker = async () => {
    for (const { item, resolve, reject } of waiting) await work(item).then(resolve, reject)
  }
  void worker()
  void worker()
  return pieces.map(({ promise }) => promise)
}
