/** Lets at most so many of the works that are handed in go on at the same time. */
export function createAtOnce(max: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= max) await new Promise<void>((begin) => waiting.push(begin))
    else running++
    try {
      return await work()
    } finally {
      // The place goes from one to the next.
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}

export type AtOnce = ReturnType<typeof createAtOnce>
