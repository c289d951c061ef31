interface Waiting<T> {
  readonly item: T
  resolve(): void
  reject(error: unknown): void
}

/**
 * Collects what arrives while earlier writes are on their way and writes it at once: many commits become one.
 * `write` must be all or nothing. When a batch fails its items are written one by one, so a bad one hurts nobody else.
 */
export function createBatcher<T>(
  write: (items: readonly T[]) => Promise<void>,
  { max = 200, inFlight = 2 } = {},
): (item: T) => Promise<void> {
  const queue: Waiting<T>[] = []
  let writing = 0

  async function writeAll(batch: readonly Waiting<T>[]): Promise<void> {
    try {
      await write(batch.map(({ item }) => item))
      for (const { resolve } of batch) resolve()
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error)
      else for (const one of batch) await writeAll([one])
    }
  }

  async function flush(): Promise<void> {
    if (writing >= inFlight || queue.length === 0) return
    writing++
    await writeAll(queue.splice(0, max))
    writing--
    void flush()
  }

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject })
      queueMicrotask(() => void flush())
    })
}
