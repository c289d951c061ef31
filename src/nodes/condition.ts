import type { Json } from '#src/sdk/json.ts'
import { NodeError } from '#src/sdk/node-error.ts'
import { nameOfType } from './name-of-type.ts'

/** Says of a value why it is no condition, and of a text what was probably meant. */
export const notACondition = (value: unknown): string =>
  `The condition must be true or false; it is ${nameOfType(value)}` +
  (typeof value === 'string' ? '. Write an expression between {{ and }}' : '')

/** A condition that was evaluated in the run; `path` says where it stands. Throws NodeError INVALID_CONFIG. */
export function conditionAt(path: string, value: Json): boolean {
  if (typeof value === 'boolean') return value
  const message = `${path}: ${notACondition(value)}`
  throw new NodeError({ code: 'INVALID_CONFIG', message, permanent: true })
}
