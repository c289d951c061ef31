import type { TestWorld } from './dev-payments.schema.ts'

/** What every part of the desk is given. */
export interface DeskProps {
  readonly world: TestWorld
  readonly busy: boolean
  /** Does something and says so; a refusal is said instead. */
  readonly act: (said: string, work: () => Promise<unknown>) => Promise<void>
}
