import { z } from '#src/lib/zod.ts'

/** A wrong value in the environment; the message is one sentence that names the variable. */
export class EnvError extends Error {
  override name = 'EnvError'
}

export const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, `must be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`)

export const listOf = (text: string) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
