import { expect, test } from 'vitest'
import { chainOf } from '../engine-fixture.ts'
import { chooseVariables, variablesRead } from './variables-read.ts'

const reading = (...texts: string[]) =>
  variablesRead(chainOf(texts.map((value, at) => ({ key: `s${at}`, type: 'value', config: { value } }))))

test.each([
  [['vars.a', 'about {{ trigger.vat }}'], []],
  [
    ['{{ vars.region }}', '{{ vars . Limit + 1 }}'],
    ['region', 'Limit'],
  ],
  [
    ['{{\nvars.a }}', 'x {{ vars.?b.orValue(1) }} y {{ vars.c.d }}'],
    ['a', 'b', 'c'],
  ],
])('%j reads %j', (texts, names) => {
  expect(reading(...texts)).toEqual(new Set(names))
})

test.each(['{{ vars }}', '{{ vars["a"] }}', '{{ vars[trigger.name] }}', '{{ has(vars.a) && size(vars) > 1 }}'])(
  '%s may read all of them',
  (text) => {
    expect(reading(text)).toBe('all')
  },
)

test('a run keeps what is read', () => {
  expect(chooseVariables({ a: 1, b: { c: 2 } }, new Set(['b', 'gone']))).toEqual({ b: { c: 2 } })
  expect(chooseVariables({ a: 1, b: 2 }, 'all')).toEqual({ a: 1, b: 2 })
})
