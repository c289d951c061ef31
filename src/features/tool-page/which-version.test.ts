import { expect, test } from 'vitest'
import { earlierOf } from './which-version.ts'

const versions = [3, 2, 1].map((version) => ({
  ...{ version, semver: version === 1 ? null : `${version - 1}.0.0`, changelog: 'Words', isCurrent: version === 3 },
  createdAt: `2026-11-0${version}T10:00:00.000Z`,
}))

test('an earlier version is told what the current one is called, and when it came itself', () => {
  expect(earlierOf({ version: 2 }, versions)).toEqual({
    current: '2.0.0',
    published: { exact: '2026-11-02T10:00:00.000Z', text: '2 Nov 2026', title: '2 Nov 2026, 10:00 UTC' },
  })
})

test('the current version, and one that is in no list, is no earlier one', () => {
  expect(earlierOf({ version: 3 }, versions)).toBeUndefined()
  expect(earlierOf({ version: 2 }, [])).toBeUndefined()
})
