import { z } from './zod.ts'

const RULE = /^[A-Za-z][A-Za-z0-9_]{0,63}$/
const SENTENCE = 'Use letters, digits and underscores, at most 64; begin with a letter'

/** Words that cannot follow `vars.` in an expression, or that data might mistake for something else. */
const UNUSABLE = new Set(['in', 'true', 'false', 'null', 'constructor', 'prototype'])

/** How nodes name a secret of their account. */
export const SecretName = z.string(SENTENCE).regex(RULE, SENTENCE)

/** How expressions name a variable: vars.<name> */
export const VariableName = z
  .string(SENTENCE)
  .regex(RULE, SENTENCE)
  .refine((name) => !UNUSABLE.has(name), 'Expressions cannot read a variable of this name')
