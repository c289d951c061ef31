import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCommand } from './run-command.ts'

let project: string

/** A project with nothing but the launchers. */
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'fettle-launch-'))
  cpSync(join(import.meta.dirname, '..'), join(project, 'scripts'), { recursive: true })
})

afterEach(() => rmSync(project, { recursive: true }))

/** Starts with a Node that says it is of another version. */
function start(version: string, env: NodeJS.ProcessEnv = {}) {
  const pretend = `data:text/javascript,
    Object.defineProperty(process, 'version', { value: 'v${version}' });
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  return runCommand([process.execPath, `--import=${pretend}`, join(project, 'scripts/start.mjs')], env)
}

function writeLocks(wanted: object, installed: object): void {
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'launched', dependencies: {} }))
  writeFileSync(join(project, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages: wanted }))
  mkdirSync(join(project, 'node_modules'))
  writeFileSync(join(project, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }))
}

test.each(['18.20.8', '20.18.3'])('Node %s is too old to start at all', async (version) => {
  const { passed, output } = await start(version)
  expect({ passed, output }).toEqual({
    passed: false,
    output: `Fettle needs Node.js 20.19 or newer, this is ${version}.\n`,
  })
})

test.each(['20.19.0', '22.22.0', '24.14.9'])(
  'Node %s without a Node 24 from npm is told what is missing',
  async (version) => {
    writeLocks(
      { '': {}, 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '1.0.0', optional: true } },
      {
        'node_modules/a': { version: '1.0.0' },
      },
    )
    const { passed, output } = await start(version)
    const system = process.platform === 'win32' ? 'win' : process.platform
    expect({ passed, output }).toEqual({
      passed: false,
      output: `Fettle runs on Node.js 24.15 or newer, and npm did not bring it for ${system}-${process.arch}: install it and start again.\n`,
    })
  },
)

test('packages of another version than the lock file are installed, and a failure says why', async () => {
  writeLocks({ '': {}, 'node_modules/a': { version: '2.0.0' } }, { 'node_modules/a': { version: '1.0.0' } })
  writeFileSync(join(project, 'package.json'), '{ not json')
  const { passed, output } = await start('20.19.0')
  expect(passed).toBe(false)
  expect(output).toMatch(/^Installing packages … failed\n/)
  expect(output).toContain('EJSONPARSE')
  expect(output).toMatch(/npm could not install the packages: its reason is above\.\n$/)
})
