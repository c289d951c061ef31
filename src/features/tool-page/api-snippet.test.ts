import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { curlCommand } from './api-snippet.ts'

const tip = { origin: 'https://fettle.example', slug: 'tip-calculator' }

test('the command names the tool, the headers and the inputs', () => {
  expect(curlCommand({ ...tip, inputs: { bill: 84.5, people: 3 } })).toBe(
    `curl -X POST https://fettle.example/api/tools/tip-calculator/run \\
  -H 'Content-Type: application/json' \\
  -H 'X-Requested-With: curl' \\
  -d '{"bill":84.5,"people":3}'`,
  )
})

test('a shell hands the inputs over unchanged', () => {
  const inputs = { text: `it's "quoted" $HOME \`id\` \\ !x \n end` }
  const command = curlCommand({ ...tip, inputs })
  const body = command.slice(command.indexOf("-d '") + 3)
  expect(JSON.parse(execFileSync('sh', ['-c', `printf %s ${body}`], { encoding: 'utf8' }))).toEqual(inputs)
})

test('much input is read from a file', () => {
  expect(curlCommand({ ...tip, inputs: { text: 'x'.repeat(5000) } })).toContain('-d @input.json')
})
