export interface BudgetReader {
  /** Waits until so many more bytes may be held; rejects with the signal's reason. */
  take(bytes: number): Promise<void>
  /** Gives everything back. */
  release(): void
}

export interface ByteBudget {
  reader(signal: AbortSignal): BudgetReader
  /** Bytes that are held now. */
  held(): number
}

interface Holder {
  bytes: number
  wake: (() => void) | undefined
}

/**
 * What many answers that are being read may hold together. Those who find no room wait in the middle of their answer;
 * the first of them always goes on, beyond the limit if it must, or all of them could wait for each other.
 */
export function createByteBudget(maxBytes: number): ByteBudget {
  /** In the order in which they began. */
  const holders = new Set<Holder>()
  let held = 0
  const mayTake = (holder: Holder, bytes: number) =>
    held + bytes <= maxBytes || holders.values().next().value === holder

  function reader(signal: AbortSignal): BudgetReader {
    const holder: Holder = { bytes: 0, wake: undefined }
    const room = () =>
      new Promise<void>((resolve, reject) => {
        const stop = () => reject(signal.reason)
        signal.addEventListener('abort', stop, { once: true })
        holder.wake = () => {
          signal.removeEventListener('abort', stop)
          resolve()
        }
      })
    return {
      async take(bytes) {
        signal.throwIfAborted()
        holders.add(holder)
        while (!mayTake(holder, bytes)) await room()
        holder.bytes += bytes
        held += bytes
      },
      release() {
        held -= holder.bytes
        holder.bytes = 0
        holders.delete(holder)
        for (const other of holders) {
          other.wake?.()
          other.wake = undefined
        }
      },
    }
  }
  return { reader, held: () => held }
}
