import { Box } from 'lucide-react'
import { expect, test } from 'vitest'
import { filled, fitting, matchRank, type PaletteEntry } from './palette-entries.ts'

const entry = (label: string): PaletteEntry => ({ key: label, label, icon: Box, to: '/' })

test.each([
  ['Settings', 'set', 0],
  ['Settings', ' SETTINGS ', 0],
  ['Email Preferences', 'pref', 1],
  ['Crème brûlée', 'brulee', 1],
  ['Email Preferences', 'eren', 2],
  ['Email Preferences', 'emprf', 3],
  ['Email Preferences', 'e p', 3],
  ['Settings', 'sgt', undefined],
  ['Settings', 'settingss', undefined],
  ['Anything', '', 0],
] as const)('"%s" against "%s" ranks %s', (label, typed, rank) => {
  expect(matchRank(label, typed)).toBe(rank)
})

test('the best comes first, equals keep their order, and what does not fit is gone', () => {
  const entries = ['Log out', 'API reference', 'Profile', 'Explore', 'Preferences'].map(entry)
  expect(fitting(entries, 'pre').map(({ label }) => label)).toEqual([
    'Preferences',
    'API reference',
    'Profile',
    'Explore',
  ])
  expect(fitting(entries, 'o').map(({ label }) => label)).toEqual(['Log out', 'Profile', 'Explore'])
  expect(fitting(entries, '')).toEqual(entries)
})

test('a group without entries has no heading', () => {
  const pages = { heading: 'Pages', entries: [entry('Home')] }
  expect(filled([{ heading: 'Tools', entries: [] }, pages])).toEqual([pages])
})
