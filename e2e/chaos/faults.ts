import type { DatabaseProxy, Fault } from './database-proxy.ts'
import type { Fleet, Member } from './fleet.ts'

/** A process whose statements are counted. */
export interface Door {
  readonly member: Member
  readonly proxy: DatabaseProxy
}

const FAULT_MS = 3000

/**
 * Does something at a door whose process is killed at the n-th of the statements that follow. One that is done before so
 * many is let go, and then the process is killed.
 */
export async function faultAt<T>(
  fleet: Fleet,
  { member, proxy }: Door,
  fault: Fault,
  act: () => Promise<T>,
): Promise<{ readonly answer: T }> {
  const killed = new Promise<boolean>((resolve) => {
    setTimeout(resolve, FAULT_MS, false)
    proxy.faultAt(fault, () => {
      fleet.kill9(member).then(
        () => resolve(true),
        () => resolve(false),
      )
    })
  })
  const acting = act()
  const wasKilled = await killed
  if (!wasKilled) await fleet.kill9(member)
  return { answer: await acting }
}
