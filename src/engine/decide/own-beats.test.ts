import { expect, test } from 'vitest'
import { mayJudge, type OwnBeats, withBeat } from './own-beats.ts'

const pace = { heartbeatMs: 2500, deadAfterMs: 10_000 }
const START = 1_700_000_000_000
const at = (seconds: number) => START + seconds * 1000

/** Whether it may judge at this second, after beats at those. */
function judgesAt(second: number, beats: readonly number[]): boolean {
  const own = beats.reduce<OwnBeats | null>((before, beat) => withBeat(before, at(beat), pace), null)
  return mayJudge(own, at(second), pace)
}
const beatsFrom = (from: number, to: number) =>
  Array.from({ length: Math.floor((to - from) / 2.5) + 1 }, (_, n) => from + n * 2.5)

test.each([
  ['before its first beat', 0, [], false],
  ['when it has just begun', 5, beatsFrom(0, 5), false],
  ['when it has lived for as long as it gives others', 10, beatsFrom(0, 10), true],
  ['while a beat is a little late', 14, beatsFrom(0, 10), true],
  ['while the database does not answer', 16, beatsFrom(0, 10), false],
  ['right after an outage', 25, [...beatsFrom(0, 10), 25], false],
  ['until all had the time to beat again', 34.9, [...beatsFrom(0, 10), ...beatsFrom(25, 32.5)], false],
  ['once they had it', 35, [...beatsFrom(0, 10), ...beatsFrom(25, 35)], true],
  ['when it wakes up, before its first beat', 300, beatsFrom(0, 10), false],
  ['after an outage that was shorter than a beat', 15, [...beatsFrom(0, 10), 14], true],
  ['when its clock was set back', -3600, [...beatsFrom(0, 10)], false],
  ['once its clock goes on from there', -3588, [...beatsFrom(0, 10), ...beatsFrom(-3600, -3588)], true],
])('%s', (_when, second, beats, expected) => {
  expect(judgesAt(second, beats)).toBe(expected)
})
