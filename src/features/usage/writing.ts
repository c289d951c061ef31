import type { RunSizes } from '#src/engine/engine.ts'

interface Waiting {
  readonly bytes: number
  begin(): void
}

/**
 * Lets answers be written for which there is no room in memory, at most so many bytes of them at the same time, in the
 * order in which they came. One that is larger than that is written alone: none is ever refused.
 */
export function createWriting(most: number): Pick<RunSizes, 'turnToWrite' | 'untilWritten'> {
  const line: Waiting[] = []
  const toldWhenEmpty: (() => void)[] = []
  let underWay = 0

  function goOn(): void {
    for (let [first] = line; first !== undefined; [first] = line) {
      if (underWay > 0 && underWay + first.bytes > most) return
      line.shift()
      underWay += first.bytes
      first.begin()
    }
    for (const tell of toldWhenEmpty.splice(0)) tell()
  }

  return {
    async turnToWrite(bytes) {
      await new Promise<void>((begin) => {
        line.push({ bytes, begin })
        goOn()
      })
      return () => {
        underWay -= bytes
        goOn()
      }
    },
    untilWritten: () => (line.length === 0 ? Promise.resolve() : new Promise((resolve) => toldWhenEmpty.push(resolve))),
  }
}
