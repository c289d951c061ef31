import { type BesideChange, type BesideWish, isChange } from '#src/lib/graph/beside.ts'

/** Where what is no part of the graph is kept. */
export interface Beside {
  /** What is there now of what is to be changed. */
  readonly now: (wish: BesideWish) => BesideWish['after'] | Promise<BesideWish['after']>
  readonly change: (wish: BesideWish) => Promise<unknown>
}

/** Makes changes one after the other; each answers what it was before, or undefined where all is as it is wanted. */
export function inTurn(beside: Beside | undefined) {
  let last: Promise<unknown> = Promise.resolve()
  return (wish: BesideWish): Promise<BesideChange | undefined> => {
    const made = last.then(async () => {
      const change = { ...wish, before: (await beside?.now(wish)) ?? null } as BesideChange
      if (!isChange(change)) return undefined
      await beside?.change(wish)
      return change
    })
    last = made.catch(() => undefined)
    return made
  }
}
