import { expect, test } from 'vitest'
import { givesUpItsPlace } from './pause.ts'

test.each([
  ['a second', { since: 5000, until: 6000, mayEndEarly: false }, false],
  ['just less than a minute', { since: 5000, until: 64_999, mayEndEarly: false }, false],
  ['a minute', { since: 5000, until: 65_000, mayEndEarly: false }, true],
  ['a time that is past', { since: 5000, until: 0, mayEndEarly: false }, false],
  ['a second, or until a call comes', { since: 5000, until: 6000, mayEndEarly: true }, true],
])('a pause of %s', (_what, times, expected) => expect(givesUpItsPlace(times)).toBe(expected))
