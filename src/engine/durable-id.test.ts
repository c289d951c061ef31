import { expect, test } from 'vitest'
import { durableId } from './durable-id.ts'

test.each([
  [0, 'a1'],
  [1, 'a1~1'],
  [12, 'a1~12'],
])('segment %i of a run is %s', (segment, id) => expect(durableId('a1', segment)).toBe(id))
