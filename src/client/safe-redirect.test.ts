import { expect, test } from 'vitest'
import { authPath, safeRedirect } from './safe-redirect.ts'

test.each([
  ['/x', '/x'],
  ['/workflows/1/executions?status=failed#top', '/workflows/1/executions?status=failed#top'],
  ['/fxn/tip-calculator', '/fxn/tip-calculator'],
  ['/x?next=https://evil.example', '/x?next=https://evil.example'],
])('%j is ours', (wanted, path) => {
  expect(safeRedirect(wanted)).toBe(path)
})

test.each([
  null,
  '',
  'x',
  '//evil.example',
  '///evil.example',
  'https:',
  'https://evil.example',
  'https:/evil.example',
  'javascript:alert(1)',
  '\\',
  '\\\\evil.example',
  '/\\evil.example',
  '/\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/./\\evil.example',
  '/a/..//evil.example',
  ' //evil.example',
  '/auth',
  '/auth?redirect=/auth',
  '/login',
])('%j is not: the dashboard instead', (wanted) => {
  expect(safeRedirect(wanted)).toBe('/dashboard')
})

test('the way to sign in keeps path and query, and survives as one parameter', () => {
  const path = authPath(new URL('http://localhost:3000/workflows/1/executions?status=failed&x=1'))
  expect(path).toBe('/auth?redirect=%2Fworkflows%2F1%2Fexecutions%3Fstatus%3Dfailed%26x%3D1')
  expect(safeRedirect(new URLSearchParams(path.split('?')[1]).get('redirect'))).toBe(
    '/workflows/1/executions?status=failed&x=1',
  )
})
