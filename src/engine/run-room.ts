import type { RunSizes, SizedRun, SizeRefusal } from './engine.ts'
import { RunParked } from './parked.ts'

/**
 * What one run holds in the memory of this process, while it is walked. A branch or a turn that still goes on after it
 * was given back takes none: nobody would ever give that back.
 */
export function createRunRoom(sizes: RunSizes | undefined, { id, ownerId }: SizedRun) {
  const run = { id, ownerId }
  let isGivenBack = false
  return {
    /** For what is to begin. */
    mustBeHeld(): void {
      if (isGivenBack) throw new RunParked()
    },
    async grow(bytes: number, options: { readonly mayWait: boolean }): Promise<SizeRefusal | null> {
      this.mustBeHeld()
      return (await sizes?.grow(run, bytes, options)) ?? null
    },
    /** Resolves when so much may be written for which there is no room; what it gives is called when that is done. */
    turnToWrite: async (bytes: number): Promise<() => void> => (await sizes?.turnToWrite(bytes)) ?? (() => {}),
    untilWritten: async (): Promise<void> => sizes?.untilWritten(),
    giveBack(): void {
      isGivenBack = true
      sizes?.leave(id)
    },
  }
}

export type RunRoom = ReturnType<typeof createRunRoom>
