import { expect, test } from 'vitest'
import { z } from './zod.ts'

test.each<[z.ZodType, unknown, string]>([
  [z.int().min(200).max(599), 600, 'Must be at most 599'],
  [z.int().min(200).max(599), 3, 'Must be at least 200'],
  [z.int(), 1.5, 'Must be a whole number'],
  [z.number().lt(1), 1, 'Must be less than 1'],
  [z.number().positive(), 0, 'Must be more than 0'],
  [z.number(), 'ten', 'Must be a number'],
  [z.string(), 10, 'Must be text'],
  [z.string(), undefined, 'Is required'],
  [z.string().min(1), '', 'Must not be empty'],
  [z.string().min(8), 'short', 'Must be at least 8 characters'],
  [z.string().max(3), 'long', 'Must be at most 3 characters'],
  [z.array(z.string()).min(1), [], 'Must be at least 1 entry'],
  [z.boolean(), 'yes', 'Must be true or false'],
  [z.record(z.string(), z.string()), 'a', 'Must be an object'],
  [z.enum(['GET', 'POST']), 'get', 'Must be one of: GET, POST'],
  [z.literal(true), false, 'Must be true'],
  [z.email(), 'ada', 'Must be an email address'],
  [z.uuid(), '1', 'Must be an id (UUID)'],
  [z.string().regex(/^a/), 'b', 'Is not in the expected form'],
  [z.strictObject({}), { a: 1 }, 'There is no such field: a'],
  [z.union([z.int(), z.boolean()]), 'x', 'Is not valid'],
  [z.union([z.int(), z.boolean()]), undefined, 'Is required'],
])('%o says of %j: %s', (schema, value, message) => {
  expect(schema.safeParse(value).error?.issues.map((issue) => issue.message)).toEqual([message])
})
