import { expect, test } from 'vitest'
import { tally } from './tally.ts'

const [yes, no, open] = ['approve', 'reject', null] as const

test.each([
  ['one of one', { needed: 1, veto: true, decisions: [yes] }, 'approved'],
  ['one of one says no', { needed: 1, veto: true, decisions: [no] }, 'rejected'],
  ['nobody has spoken', { needed: 1, veto: true, decisions: [open, open] }, null],
  ['two of three, one open', { needed: 2, veto: true, decisions: [yes, yes, open] }, 'approved'],
  ['one of three, two open', { needed: 2, veto: true, decisions: [yes, open, open] }, null],
  ['a veto', { needed: 2, veto: true, decisions: [yes, no, open] }, 'rejected'],
  ['a rejection without veto', { needed: 2, veto: false, decisions: [yes, no, open] }, null],
  ['enough in spite of a rejection', { needed: 2, veto: false, decisions: [yes, no, yes] }, 'approved'],
  ['no longer enough', { needed: 2, veto: false, decisions: [no, no, open] }, 'rejected'],
  ['more needed than are there', { needed: 3, veto: false, decisions: [yes, open] }, 'rejected'],
] as const)('%s', (_what, ballot, outcome) => expect(tally(ballot)).toBe(outcome))
