import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { diceRoller } from './dice-roller.tool.ts'

/** Draws these numbers, one after the other. */
const worldOf = (...draws: number[]) => ({
  now: new Date(0),
  randomBytes: () => {
    const bytes = new Uint8Array(4)
    const next = draws.shift()
    if (next === undefined) throw new Error('too many dice')
    new DataView(bytes.buffer).setUint32(0, next)
    return bytes
  },
})
const roll = (notation: string, ...faces: number[]) => {
  const outcome = runTool(diceRoller, { notation }, worldOf(...faces.map((face) => face - 1)))
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.outputs
}
const problem = (notation: string) => {
  const outcome = runTool(diceRoller, { notation })
  return outcome.ok ? undefined : outcome.error.details?.[0]?.message
}

// The rolls of the README of oganm/dicesyntax, where given.
test.each([
  ['4d6', [3, 2, 4, 2], 11],
  ['4d6k3', [2, 5, 3, 6], 14],
  ['4d6kl3', [5, 3, 6, 2], 10],
  ['4d6d1', [6, 6, 1, 2], 14],
  ['4d6dh1', [4, 2, 4, 4], 10],
  ['4d6+3', [3, 1, 6, 5], 18],
  ['6d6+4d4-3d5', [5, 2, 2, 3, 3, 5, 3, 3, 1, 2, 3, 1, 3], 22],
  ['2d20kh1+5', [7, 18], 23],
  ['2D20 KL + 5', [7, 18], 12],
  ['d6', [4], 4],
  ['d%', [100], 100],
  ['2d6x10', [3, 4], 70],
  ['10 - 2d4', [1, 2], 7],
  ['-d6', [5], -5],
  ['2d6d2', [3, 4], 0],
])('%s with %j is %i', (notation, faces, sum) => {
  expect(roll(notation, ...faces)).toMatchObject({ sum, rolls: faces })
})

test('an exploding die rolls on', () => {
  expect(roll('3d6!', 6, 6, 2, 5, 1)).toMatchObject({ sum: 20, rolls: [14, 5, 1] })
  expect(roll('1d10!', 3)).not.toHaveProperty('maximum')
  expect(roll('1d6!', 1).average).toBe(4.2)
})

test('dropped dice are in brackets', () => {
  expect(roll('4d6kh3+1', 3, 3, 6, 3).terms).toEqual([
    { term: '4d6kh3', dice: '3, 3, 6, (3)', total: 12 },
    { term: '1', dice: '', total: 1 },
  ])
})

test('Fudge dice', () => {
  expect(roll('4dF', 1, 2, 3, 3)).toMatchObject({ sum: 1, rolls: [-1, 0, 1, 1] })
})

// AnyDice: highest and lowest of 2d20 have the means 13.825 and 7.175.
test.each([
  ['2d20kh1', 13.825],
  ['2d20kl1', 7.175],
  ['2d20', 21],
  ['3d6*2-1', 20],
])('the average of %s is %d', (notation, average) => {
  expect(roll(notation, 1, 1, 1).average).toBe(average)
})

test('a seed rolls the same again', () => {
  const once = runTool(diceRoller, { notation: '100d20', seed: 'a' }, worldOf())
  expect(once.ok).toBe(true)
  expect(runTool(diceRoller, { notation: '100d20', seed: 'a' }, worldOf())).toEqual(once)
  expect(runTool(diceRoller, { notation: '100d20', seed: 'b' }, worldOf())).not.toEqual(once)
})

// Chi-squared with 19 degrees of freedom: 43.82 is passed by chance in 1 of 1,000 (NIST/SEMATECH e-Handbook, 1.3.6.7.4).
test('a seeded d20 is fair', () => {
  const counts = new Map<unknown, number>()
  for (let seed = 0; seed < 20; seed++) {
    const outcome = runTool(diceRoller, { notation: '1000d20', seed: `throw ${seed}` })
    if (!outcome.ok) throw new Error(outcome.error.message)
    for (const face of outcome.outputs.rolls as number[]) counts.set(face, (counts.get(face) ?? 0) + 1)
  }
  expect([...counts.keys()].sort((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
  expect([...counts.values()].reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0)).toBeLessThan(43.82)
})

test.each([
  ['', undefined],
  ['   ', 'Dice: there is nothing to roll; write it like 2d6+3 or 4d6kh3'],
  ['2d', 'Dice: “d” is not understood; write it like 2d6+3 or 4d6kh3'],
  ['2d6 3', 'Dice: two numbers need + or − between them; write it like 2d6+3 or 4d6kh3'],
  ['d0', 'Dice: a die has 1 to 1,000,000 sides; write it like 2d6+3 or 4d6kh3'],
  ['1001d6', 'Dice: at most 1000 dice, not 1001; write it like 2d6+3 or 4d6kh3'],
  ['2d6kh3', 'Dice: only 2 dice are rolled, so 3 cannot be kept or dropped; write it like 2d6+3 or 4d6kh3'],
  ['2d6kh1dl1', 'Dice: dice are kept or dropped once per term; write it like 2d6+3 or 4d6kh3'],
  ['3d1!', 'Dice: this die cannot explode; write it like 2d6+3 or 4d6kh3'],
  ['2d6+', 'Dice: “+” is not understood; write it like 2d6+3 or 4d6kh3'],
])('“%s” is answered with: %s', (notation, message) => {
  expect(problem(notation)).toBe(message)
})
