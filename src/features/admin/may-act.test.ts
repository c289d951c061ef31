import { expect, test } from 'vitest'
import type { Action } from '#src/lib/permissions.ts'
import type { Role } from '#src/lib/roles.ts'
import { refusalOf } from './may-act.ts'

const somebody = (role: Role, more: { id?: string; suspended?: boolean } = {}) => ({
  id: role,
  suspended: false,
  role,
  ...more,
})
interface After {
  readonly after?: Role | 'none'
  readonly active?: number
}
const refusal = (actor: Role, target: Role, action: Action, { after = target, active = 2 }: After = {}) =>
  refusalOf({
    actor: somebody(actor, { id: 'actor' }),
    target: somebody(target),
    action,
    roleAfter: after,
    activeSuperAdmins: active,
  })

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
  const attempt = { actor: self, target: self, roleAfter: 'admin', activeSuperAdmins: 5 } as const
  expect(refusalOf({ ...attempt, action: 'people.change-role' })).toBe('own-account')
  expect(refusalOf({ ...attempt, action: 'people.suspend' })).toBe('own-account')
})

test('the last super admin stays one', () => {
  const demote = { after: 'admin', active: 1 } as const
  expect(refusal('super_admin', 'super_admin', 'people.change-role', demote)).toBe('last-super-admin')
  expect(refusal('super_admin', 'super_admin', 'people.change-role', { ...demote, active: 2 })).toBe(null)
  expect(refusal('super_admin', 'super_admin', 'people.suspend', { after: 'none', active: 1 })).toBe('last-super-admin')
  expect(refusal('super_admin', 'super_admin', 'people.end-sessions', { active: 1 })).toBe(null)
  expect(refusal('super_admin', 'admin', 'people.change-role', { after: 'user', active: 1 })).toBe(null)
})

test('who was suspended or demoted meanwhile does nothing any more', () => {
  const target = somebody('user')
  const attempt = { target, action: 'people.suspend', roleAfter: 'none', activeSuperAdmins: 2 } as const
  expect(refusalOf({ ...attempt, actor: somebody('admin', { id: 'a', suspended: true }) })).toBe('not-allowed')
})
