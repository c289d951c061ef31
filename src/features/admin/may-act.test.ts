import { expect, test } from 'vitest'
import type { Action } from '#src/lib/permissions.ts'
import type { Role } from '#src/lib/roles.ts'
import { refusalOf } from './may-act.ts'

const NOW = new Date()
const somebody = (role: Role, more: { id?: string; suspended_at?: Date; deletion_due_at?: Date } = {}) => ({
  ...{ id: role, role, suspended_at: null, deletion_due_at: null },
  ...more,
})
interface More {
  readonly after?: Role | 'none'
  readonly others?: readonly ReturnType<typeof somebody>[]
}
const refusal = (actor: Role, target: Role, action: Action, { after = target, others }: More = {}) => {
  const [one, other] = [somebody(actor, { id: 'actor' }), somebody(target)]
  return refusalOf({ actor: one, target: other, action, roleAfter: after, people: [other, ...(others ?? [one])] })
}

test.each([
  ['user', 'user', 'people.suspend', 'not-allowed'],
  ['admin', 'user', 'people.suspend', null],
  ['admin', 'admin', 'people.suspend', null],
  ['admin', 'super_admin', 'people.suspend', 'above-you'],
  ['admin', 'super_admin', 'people.end-sessions', 'above-you'],
  ['admin', 'user', 'people.change-role', 'not-allowed'],
  ['super_admin', 'user', 'people.change-role', null],
  ['super_admin', 'super_admin', 'people.suspend', null],
] as const)('%s to %s, %s: %s', (actor, target, action, expected) => {
  expect(refusal(actor, target, action, { after: action === 'people.suspend' ? 'none' : target })).toBe(expected)
})

test('nobody acts on their own account', () => {
  const self = somebody('super_admin')
  const attempt = { actor: self, target: self, roleAfter: 'admin', people: [self] } as const
  expect(refusalOf({ ...attempt, action: 'people.change-role' })).toBe('own-account')
  expect(refusalOf({ ...attempt, action: 'people.suspend' })).toBe('own-account')
})

test('the last super admin stays one', () => {
  const demote = { after: 'admin', others: [] } as const
  expect(refusal('super_admin', 'super_admin', 'people.change-role', demote)).toBe('last-super-admin')
  expect(refusal('super_admin', 'super_admin', 'people.suspend', { ...demote, after: 'none' })).toBe('last-super-admin')
  expect(refusal('super_admin', 'super_admin', 'people.end-sessions', { others: [] })).toBe(null)
  expect(refusal('super_admin', 'admin', 'people.change-role', { after: 'user', others: [] })).toBe(null)
})

test.each([
  ['stays', {}, null],
  ['is suspended', { suspended_at: NOW }, 'last-super-admin'],
  ['is leaving', { deletion_due_at: NOW }, 'last-super-admin'],
] as const)('a super admin who %s: what a demotion of the other one is refused for', (_, state, expected) => {
  const others = [somebody('super_admin', { id: 'third', ...state }), somebody('admin', { id: 'fourth' })]
  expect(refusal('super_admin', 'super_admin', 'people.change-role', { after: 'admin', others })).toBe(expected)
})

test('a super admin who is leaving is no longer the last one', () => {
  const leaving = somebody('super_admin', { deletion_due_at: NOW })
  const stays = somebody('super_admin', { id: 'stays' })
  const attempt = { target: leaving, actor: stays, people: [leaving, stays] }
  expect(refusalOf({ ...attempt, action: 'people.change-role', roleAfter: 'user' })).toBe(null)
})

test('who was suspended or demoted meanwhile does nothing any more', () => {
  const target = somebody('user')
  const attempt = { target, action: 'people.suspend', roleAfter: 'none', people: [] } as const
  expect(refusalOf({ ...attempt, actor: somebody('admin', { id: 'a', suspended_at: NOW }) })).toBe('not-allowed')
})
