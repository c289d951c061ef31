import { expect, test } from 'vitest'
import { isObject } from '#src/lib/json-object.ts'
import { catalogEntry } from './catalog.ts'
import { checkConfig } from './check-config.ts'
import { code } from './code.node.ts'
import { parseAndRun } from './test-context.ts'

const source = 'function run({ n }) { console.log(`{{ n }}`); return n * 2 }'

test('gives what the code returned and what it wrote', async () => {
  const calls: unknown[] = []
  const runCode = async (...call: unknown[]) => {
    calls.push(call)
    return { value: 42, console: ['21'] }
  }
  expect(await parseAndRun(code, { code: source, input: { n: 21 } }, { runCode })).toEqual({
    output: { result: 42, console: ['21'] },
  })
  expect(calls).toEqual([[source, { n: 21 }]])
})

test.each([
  [{ code: source, input: '{{ trigger }}' }, []],
  [{ code: 'return 1' }, [{ path: 'code', message: 'The code must define a function run(input)' }]],
  [{ code: 'return {{ 1 }}' }, [{ path: 'code', message: 'The code must define a function run(input)' }]],
])('checkConfig of %j', (config, problems) => {
  expect(checkConfig(code, config)).toEqual(problems)
})

test('the form says the limits, and that braces in code are code', () => {
  const { properties } = catalogEntry(code).configSchema
  expect(isObject(properties) && properties.code).toMatchObject({
    control: 'code',
    literal: true,
    description:
      'It defines run(input), which may be async. It has no network and no files; at most 1 s of processor time, 64 MB of memory, 256 kB of result.',
  })
})
