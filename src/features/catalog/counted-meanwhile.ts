import { setTimeout } from 'node:timers/promises'

interface Options<Key, Value> {
  readonly ms: number
  /** Of more keys the oldest is forgotten. */
  readonly most: number
  /** Nobody waits longer for the first value of a key. */
  readonly waitMs: number
  readonly read: (key: Key) => Promise<Value>
  readonly now?: () => number
}

interface Entry<Value> {
  known?: { readonly value: Value; readonly until: number }
  reading?: Promise<Value | undefined> | undefined
}

/** What may be old and may be missing: after `ms` it is read anew while the old one is given; undefined when it fails or is slow. */
export function countedMeanwhile<Key, Value>({ ms, most, waitMs, read, now = Date.now }: Options<Key, Value>) {
  const entries = new Map<Key, Entry<Value>>()
  const refresh = async (key: Key, entry: Entry<Value>): Promise<Value | undefined> => {
    try {
      const value = await read(key)
      entry.known = { value, until: now() + ms }
      return value
    } catch {
      // The next one who asks tries again.
      return undefined
    } finally {
      entry.reading = undefined
    }
  }
  return async (key: Key): Promise<Value | undefined> => {
    const entry = entries.get(key) ?? {}
    entries.set(key, entry)
    const [oldest] = entries.keys()
    if (entries.size > most && oldest !== undefined) entries.delete(oldest)
    if (entry.known !== undefined && now() < entry.known.until) return entry.known.value
    entry.reading ??= refresh(key, entry)
    return entry.known?.value ?? Promise.race([entry.reading, setTimeout(waitMs, undefined, { ref: false })])
  }
}
