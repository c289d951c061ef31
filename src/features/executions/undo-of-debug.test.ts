import { expect, test } from 'vitest'
import type { Pin } from '#src/features/workflows/pins/pins.schema.ts'
import { forUndo } from './undo-of-debug.ts'

const pin = (output: string): Pin => ({ output, port: 'out' })
const step = (nodeId: string) => ({ nodeId, name: nodeId.toUpperCase() })

test('what was pinned before is answered where it was something else, nothing included', () => {
  const all = [
    { ...step('a'), before: pin('old'), after: pin('new') },
    { ...step('b'), before: null, after: pin('new') },
    { ...step('c'), before: pin('new'), after: pin('new') },
  ]
  expect(forUndo(all)).toEqual({
    pinned: [{ ...step('a'), before: pin('old') }, { ...step('b'), before: null }, step('c')],
    tooMuch: [],
  })
})

test('a hundred large outputs are two million characters of the answer at most, and the steps left out are named', () => {
  const ids = Array.from({ length: 100 }, (_, at) => `n${at}`)
  const large = pin('x'.repeat(250_000))
  const answer = forUndo(ids.map((id) => ({ ...step(id), before: large, after: pin('new') })))
  expect(JSON.stringify(answer).length).toBeLessThan(2_020_000)
  expect(answer.pinned.filter(({ before }) => before !== undefined).map(({ nodeId }) => nodeId)).toEqual(
    ids.slice(0, 7),
  )
  expect(answer.tooMuch.map(({ nodeId }) => nodeId)).toEqual(ids.slice(7))
  // The history holds both, so half as many where what is pinned now is as large.
  const both = forUndo(ids.map((id) => ({ ...step(id), before: large, after: pin('y'.repeat(250_000)) })))
  expect(both.tooMuch.map(({ nodeId }) => nodeId)).toEqual(ids.slice(3))
})
