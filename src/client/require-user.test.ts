import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { type PageServices, requestContext, type SignedInUser } from './request-context.ts'
import { firstData, requireUser } from './require-user.ts'

function asked(viewer: SignedInUser | null, path: string) {
  const context = new RouterContextProvider()
  context.set(requestContext, { viewer } as PageServices)
  return { context, url: new URL(path, 'http://localhost:3000') }
}

test('a visitor is sent to sign in, and back to the same page afterwards', () => {
  const gate = () => requireUser(asked(null, '/workflows/1?step=n'))
  expect(gate).toThrow(Response)
  try {
    gate()
  } catch (answer) {
    const { status, headers } = answer as Response
    expect([status, headers.get('location')]).toEqual([302, '/auth?redirect=%2Fworkflows%2F1%3Fstep%3Dn'])
  }
})

test('who is signed in passes', () => {
  const ada: SignedInUser = {
    id: '1',
    name: 'Ada',
    email: 'ada@example.com',
    role: 'user',
    emailVerified: true,
    hasSecondFactor: false,
    deletionDueAt: null,
  }
  expect(requireUser(asked(ada, '/dashboard'))).toBe(ada)
})

test('first data: what is refused stays refused, what fails is left to the browser', async () => {
  const notFound = new Response('', { status: 404 })
  await expect(firstData(Promise.reject(notFound))).rejects.toBe(notFound)
  expect(await firstData(Promise.reject(new Response('', { status: 503 })))).toBeUndefined()
  expect(await firstData(Promise.reject(new Error('bug')))).toBeUndefined()
  expect(await firstData(Promise.resolve(1))).toBe(1)
})
