import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { snippetsFor } from './snippets.ts'

const tip = { origin: 'https://fettle.example', slug: 'tip-calculator', needsKey: false }
const codeOf = (id: string, inputs: Parameters<typeof snippetsFor>[0]['inputs'], needsKey = false) =>
  snippetsFor({ ...tip, inputs, needsKey }).find((snippet) => snippet.id === id)?.code ?? ''

test('curl names the tool, the headers and the inputs', () => {
  expect(codeOf('curl', { bill: 84.5, people: 3 })).toBe(
    `curl -X POST 'https://fettle.example/api/tools/tip-calculator/run' \\
  -H 'Content-Type: application/json' \\
  -H 'X-Requested-With: curl' \\
  --data-binary '{"bill":84.5,"people":3}'`,
  )
})

test('JavaScript and Python write the inputs as literals of their own', () => {
  const inputs = { text: 'a "b"', on: true, list: ['x'], none: null }
  expect(codeOf('javascript', inputs)).toContain(
    'const inputs = {\n  "text": "a \\"b\\"",\n  "on": true,\n  "list": [\n    "x",\n  ],\n  "none": null,\n}\n',
  )
  expect(codeOf('python', inputs)).toContain(
    'inputs = {\n  "text": "a \\"b\\"",\n  "on": True,\n  "list": [\n    "x",\n  ],\n  "none": None,\n}\n',
  )
  expect(codeOf('python', {})).toContain('inputs = {}\n')
})

test('what cannot be seen is escaped, so that a program does what it seems to do', () => {
  const hidden = 'a\u202eb\u2028c\u0085d\u{e0041}'
  for (const id of ['curl', 'javascript', 'python']) {
    const code = codeOf(id, { text: hidden })
    expect(code).toContain(String.raw`"a\u202eb\u2028c\u0085d\udb40\udc41"`)
    expect(code).not.toMatch(/[\u202e\u2028\u0085]/)
  }
})

test('a tool for subscribers is called with a key', () => {
  for (const id of ['curl', 'javascript', 'python']) {
    expect(codeOf(id, {}, true)).toContain('Bearer YOUR_API_KEY')
    expect(codeOf(id, {})).not.toContain('Bearer')
  }
})

test('a shell hands the inputs over unchanged', () => {
  const inputs = { text: `it's "quoted" $HOME \`id\` \\ !x %s \n end` }
  const code = codeOf('curl', inputs)
  const body = code.slice(code.indexOf('--data-binary ') + 14)
  const { stdout } = spawnSync('sh', ['-c', `printf %s ${body}`], { encoding: 'utf8' })
  expect(JSON.parse(stdout)).toEqual(inputs)
})

test('much input is read from a file', () => {
  const inputs = { text: 'x'.repeat(5000) }
  expect(codeOf('curl', inputs)).toContain('--data-binary @input.json')
  expect(codeOf('javascript', inputs)).toContain(`JSON.parse(readFileSync('input.json', 'utf8'))`)
  expect(codeOf('python', inputs)).toContain('json.load(open("input.json", encoding="utf-8"))')
})
