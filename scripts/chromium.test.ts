import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChromiumMissingError, ensureChromium, findChromium } from './chromium.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fettle-chromium-'))
  mkdirSync(join(folder, 'light'))
  for (const name of ['google-chrome', 'chromium-browser', 'my-browser', 'light/chromium-headless-shell']) {
    writeFileSync(join(folder, name), '#!/bin/sh\n')
    chmodSync(join(folder, name), 0o755)
  }
  writeFileSync(join(folder, 'chromium'), 'not a program')
})

afterAll(() => rmSync(folder, { recursive: true }))

test('CHROMIUM_PATH comes before PATH', () => {
  const mine = join(folder, 'my-browser')
  expect(findChromium({ CHROMIUM_PATH: mine, PATH: folder })).toBe(mine)
})

test('on PATH the first program by name that can be run is taken', () => {
  expect(findChromium({ PATH: `/nowhere:${folder}` })).toBe(join(folder, 'chromium-browser'))
})

test('the one without windows is taken where it will do, and only there', () => {
  const env = { PATH: `${folder}:${join(folder, 'light')}` }
  expect(findChromium(env, { light: true })).toBe(join(folder, 'light/chromium-headless-shell'))
  expect(findChromium(env)).toBe(join(folder, 'chromium-browser'))
  expect(findChromium({ PATH: join(folder, 'light') })).toBe(undefined)
  expect(findChromium({ PATH: folder }, { light: true })).toBe(join(folder, 'chromium-browser'))
})

test('a CHROMIUM_PATH that leads nowhere is named, not passed over', () => {
  expect(() => findChromium({ CHROMIUM_PATH: '/nowhere/chrome', PATH: folder })).toThrow(
    new ChromiumMissingError('CHROMIUM_PATH is /nowhere/chrome, which is not a program that can be run.'),
  )
})

test.each([
  { isRoot: false, isDebian: true },
  { isRoot: true, isDebian: false },
])('without a browser, %j is told in one sentence what to do', async (machine) => {
  await expect(ensureChromium({ env: { PATH: '/nowhere' }, ...machine })).rejects.toThrow(
    new ChromiumMissingError(
      'The end-to-end tests need Chromium: install it with your package manager, or set CHROMIUM_PATH to a Chromium or Chrome.',
    ),
  )
})
