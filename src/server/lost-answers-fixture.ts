import { Client } from 'pg'
import { vi } from 'vitest'

/** The text of a statement, or the name of a prepared one. */
function nameOf(statement: unknown): string {
  if (typeof statement === 'string') return statement
  const { name, text } = statement as { name?: string; text?: string }
  return name ?? text ?? ''
}

/**
 * From now on the next statements that `fit`, so many of each, are carried out, but their answers are lost with the
 * connection. Returns the way back.
 */
export function loseAnswers(fits: readonly string[], times = 1): () => void {
  const left = new Map(fits.map((part) => [part, times]))
  const { query } = Client.prototype
  const carryOut = (client: Client, given: unknown[]): unknown => Reflect.apply(query, client, given)
  function lossy(this: Client, ...given: unknown[]): unknown {
    const part = fits.find((one) => nameOf(given[0]).includes(one) && (left.get(one) ?? 0) > 0)
    if (part === undefined) return carryOut(this, given)
    left.set(part, (left.get(part) ?? 0) - 1)
    const told = given.at(-1)
    const isCallback = typeof told === 'function'
    const lost = Promise.resolve(carryOut(this, isCallback ? given.slice(0, -1) : given)).then(() => {
      throw new Error('Connection terminated unexpectedly')
    })
    return isCallback ? lost.catch((error: unknown) => Reflect.apply(told, undefined, [error])) : lost
  }
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(lossy)
  return () => spy.mockRestore()
}
