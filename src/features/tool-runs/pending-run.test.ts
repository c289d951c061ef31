import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetRun, interruptedRun, rememberRun } from './pending-run.ts'

let room = new Map<string, string>()
beforeEach(() => {
  room = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => room.get(name) ?? null,
    setItem: (name: string, text: string) => void room.set(name, text),
    removeItem: (name: string) => void room.delete(name),
  })
})
afterEach(() => vi.unstubAllGlobals())

const run = { toolId: 'a', input: { text: 'to be' }, key: 'k1', at: 1000 }

test('a run is found again by its tool, until it is forgotten by its key', () => {
  rememberRun(run)
  expect(interruptedRun('b', 2000)).toBeUndefined()
  forgetRun('k2')
  expect(interruptedRun('a', 2000)).toEqual(run)
  forgetRun('k1')
  expect(interruptedRun('a', 2000)).toBeUndefined()
})

test('nobody waits for it longer than a quarter of an hour', () => {
  rememberRun(run)
  expect(interruptedRun('a', 1000 + 15 * 60_000 - 1)).toEqual(run)
  expect(interruptedRun('a', 1000 + 15 * 60_000)).toBeUndefined()
})

test('what is damaged, too large, or has no storage is no run', () => {
  rememberRun({ ...run, input: { text: 'x'.repeat(1_000_000) } })
  expect(room.size).toBe(0)
  room.set('tool-pending-run', '{')
  expect(interruptedRun('a', 2000)).toBeUndefined()
  vi.stubGlobal('sessionStorage', undefined)
  rememberRun(run)
  forgetRun('k1')
  expect(interruptedRun('a', 2000)).toBeUndefined()
})
