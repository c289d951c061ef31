import { expect, test } from 'vitest'
import { LoginInput, RegisterInput } from './accounts.schema.ts'
import { type AuthMode, checkAuthForm, serverErrors } from './auth-form.ts'

const check = (mode: AuthMode, values: Record<string, string>) => checkAuthForm(mode, (field) => values[field] ?? '')
const ada = { name: 'Ada', email: 'ada@example.com', password: 'eight888', terms: 'on' }

test('a login needs a valid address and a password', () => {
  expect(check('login', {})).toEqual({
    email: 'Please enter a valid email address',
    password: 'Password is required',
  })
  expect(check('login', { email: ' ada@example.com ', password: 'x' })).toEqual({})
})

test('a registration needs a name, an address, eight characters and the terms', () => {
  expect(check('register', { password: '1234567' })).toEqual({
    name: 'Name is required',
    email: 'Please enter a valid email address',
    password: 'Password must be at least 8 characters',
    terms: 'Please agree to the terms of use',
  })
  expect(check('register', ada)).toEqual({})
})

test.each(['ada', 'ada@', '@example.com', 'ada@example', 'ada lovelace@example.com', 'ada@@example.com'])(
  '%j is no address',
  (email) => {
    expect(check('register', { ...ada, email })).toEqual({ email: 'Please enter a valid email address' })
  },
)

test('form and server use the same words', () => {
  const { terms: _, ...wrong } = { name: ' ', email: 'x', password: 'short', terms: 'on' }
  const words = RegisterInput.safeParse(wrong).error?.issues.map(({ path, message }) => [path[0], message])
  expect(Object.fromEntries(words ?? [])).toEqual(check('register', { ...wrong, terms: 'on' }))
  const login = LoginInput.safeParse({ email: 'x', password: '' }).error?.issues
  expect(Object.fromEntries(login?.map(({ path, message }) => [path[0], message]) ?? [])).toEqual(
    check('login', { email: 'x' }),
  )
})

test('details of an answer are put at their fields, others are left out', () => {
  expect(
    serverErrors([
      { field: 'email', message: 'Please enter a valid email address' },
      { field: 'role', message: 'There is no such field' },
    ]),
  ).toEqual({ email: 'Please enter a valid email address' })
})
