import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonFault } from './json-fault.ts'

test.each([
  ['{"a": 1,}', 8, 1, 'a name in double quotes is needed'],
  ["{\n  'a': 1\n}", 4, 2, 'a name in double quotes is needed'],
  ['{\n  "a": 1\n  "b": 2\n}', 13, 3, 'a comma or } is needed'],
  ['[1, 2', 5, 1, 'The text ends too early: a comma or ] is needed'],
  ['{"a" 1}', 5, 1, 'a colon is needed'],
  ['{"a": {{ trigger.x }}}', 7, 1, 'a name in double quotes is needed'],
  ['["a\nb"]', 1, 1, 'this text in quotes has no proper end'],
  ['[nope]', 1, 1, 'a value is needed'],
  ['{} {}', 3, 1, 'nothing more can follow here'],
  ['', 0, 1, 'The text ends too early: a value is needed'],
])('%j', (text, at, line, message) => {
  expect(jsonFault(text)).toEqual({ at, line, message })
})

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('it finds a fault exactly where JSON.parse does', () => {
  fc.assert(
    fc.property(
      fc.json(),
      fc.nat(),
      fc.constantFrom('', '"', ',', '}', ']', '1', 'e', '\\', '-', ' '),
      (json, place, put) => {
        const at = place % (json.length + 1)
        const text = json.slice(0, at) + put + json.slice(at + 1)
        expect(jsonFault(text) === undefined).toBe(isJson(text))
      },
    ),
    { numRuns: 2000 },
  )
})
