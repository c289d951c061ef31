import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetWhatIsLeft } from './left-here.ts'

let room = new Map<string, string>()
beforeEach(() => {
  room = new Map([
    ['palette-recent', '[{"slug":"rot13"}]'],
    ['install-declined', '2026-11-22'],
  ])
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => room.get(name) ?? null,
    removeItem: (name: string) => room.delete(name),
  })
})
let tab = new Map<string, string>()
beforeEach(() => {
  tab = new Map([['tool-pending-run', '{}']])
  vi.stubGlobal('sessionStorage', { removeItem: (name: string) => tab.delete(name) })
})
let databases = new Set<string>()
beforeEach(() => {
  databases = new Set(['workflow-journal', 'another'])
  vi.stubGlobal('indexedDB', { deleteDatabase: (name: string) => databases.delete(name) })
})
afterEach(() => vi.unstubAllGlobals())

test('the runs and the tools of a person go, what is of the browser stays', () => {
  room.set('tool-history', '[{"slug":"tip-calculator","inputs":{"bill":84.5}}]')
  forgetWhatIsLeft()
  expect([...room]).toEqual([['install-declined', '2026-11-22']])
  expect([...tab]).toEqual([])
  expect([...databases]).toEqual(['another'])
})

test('who wants no history still has none', () => {
  room.set('tool-history', 'off')
  forgetWhatIsLeft()
  expect([...room]).toEqual([
    ['install-declined', '2026-11-22'],
    ['tool-history', 'off'],
  ])
})

test('a browser without storage has nothing to forget', () => {
  vi.stubGlobal('localStorage', {
    removeItem() {
      throw new Error('forbidden')
    },
  })
  expect(forgetWhatIsLeft).not.toThrow()
})
