import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#src/app/test-app.ts'
import { listBuiltins } from '#src/features/catalog/builtin-tools.server.ts'
import { filledValues, inputsOf } from './form-values.ts'
import { snippetsFor } from './snippets.ts'

// The programs of the API tab, for every built-in tool with what its form holds after a click on its first example.
const folder = mkdtempSync(join(tmpdir(), 'fettle-programs-'))
let fettle: TestApp
let origin: string
beforeAll(async () => {
  fettle = await startTestApp()
  await fettle.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(fettle.app.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await fettle.stop()
})

/** Each runs all programs in one process, and prints a line of JSON for each. */
const RUNNERS = {
  curl: {
    program: 'sh',
    needs: 'curl',
    ending: 'sh',
    all: (files: readonly string[]) =>
      files.map((file) => `sh ${file} 2>/dev/null | tr -d '\\n' || exit 1\necho`).join('\n'),
  },
  javascript: {
    program: process.execPath,
    needs: process.execPath,
    ending: 'mjs',
    all: (files: readonly string[]) => `const print = console.log
console.log = (text) => print(JSON.stringify(JSON.parse(text)))
for (const file of ${JSON.stringify(files)}) await import(file)`,
  },
  python: {
    program: 'python3',
    needs: 'python3',
    ending: 'py',
    all: (files: readonly string[]) => `import contextlib, io, json, runpy
for file in ${JSON.stringify(files)}:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        runpy.run_path(file)
    print(json.dumps(json.loads(out.getvalue())))`,
  },
} as const
type Language = keyof typeof RUNNERS

const isHere = (language: Language) => spawnSync(RUNNERS[language].needs, ['--version']).status === 0

async function outputsOf(language: Language): Promise<unknown[]> {
  const { program, ending, all } = RUNNERS[language]
  const files = (await listBuiltins()).map(({ slug, input, examples }) => {
    // What is secret stays out of a program; whoever runs it fills it in.
    const inputs = { ...examples[0]?.input, ...inputsOf(input, filledValues(input, examples[0]?.input ?? {})) }
    const snippet = snippetsFor({ origin, slug, inputs, needsKey: false }).find(({ id }) => id === language)
    const file = join(folder, `tool-${slug}.${ending}`)
    writeFileSync(file, snippet?.code ?? '')
    return file
  })
  const main = join(folder, `main.${ending}`)
  writeFileSync(main, all(files))
  const { stdout } = await promisify(execFile)(program, [main], { maxBuffer: 100_000_000 })
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
}

test.each(['javascript', 'curl', 'python'] as const)(
  'the program in %s runs for every built-in tool, and gets what its example says',
  async (language) => {
    if (!isHere(language)) return void process.stderr.write(`Not run, as this machine lacks it: ${language}\n`)
    const printed = await outputsOf(language)
    const builtins = await listBuiltins()
    expect(printed).toHaveLength(builtins.length)
    for (const [index, { slug, examples }] of builtins.entries()) {
      const answer = printed[index] as { outputs?: object }
      const outputs = language === 'curl' ? answer.outputs : answer
      expect([slug, outputs]).toEqual([slug, expect.objectContaining(examples[0]?.output ?? {})])
    }
  },
  120_000,
)
