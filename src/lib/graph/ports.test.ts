import { expect, test } from 'vitest'
import { listedPorts, portsOf } from './ports.ts'

const byCase = { each: 'cases', otherwise: 'otherwise' } as const

test.each([
  ['fixed ports', ['true', 'false'], { cases: [{ id: 'a' }] }, ['true', 'false']],
  ['no list yet', byCase, {}, ['otherwise']],
  ['no list at all', byCase, { cases: '{{ trigger }}' }, ['otherwise']],
  ['one for each item', byCase, { cases: [{ id: 'a', name: 'Gold' }, { id: 'b' }] }, ['a', 'b', 'otherwise']],
  ['items without an id', byCase, { cases: [null, 1, [], {}, { id: 7 }, { id: '' }, { id: 'a' }] }, ['a', 'otherwise']],
])('%s', (_title, ports, config, expected) => {
  expect(portsOf(ports, config)).toEqual(expected)
})

test('a way out is called by the name of its item, else by its id', () => {
  expect(
    listedPorts(byCase, {
      cases: [
        { id: 'a', name: 'Gold' },
        { id: 'b', name: '' },
      ],
    }),
  ).toEqual([
    { id: 'a', name: 'Gold' },
    { id: 'b', name: 'b' },
  ])
  expect(listedPorts(['out'], { cases: [{ id: 'a' }] })).toEqual([])
})
