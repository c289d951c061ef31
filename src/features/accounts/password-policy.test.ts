import { expect, test } from 'vitest'
import { checkNewPassword } from './password-policy.server.ts'

const ada = { name: 'Ada Byronette', email: 'quillwright@example.com' }
const refusal = (password: string, field?: string) =>
  checkNewPassword(password, ada, field).then(
    () => undefined,
    (error: unknown) => (error as { details: unknown }).details,
  )
const BREACHED = 'This password is known from data breaches. Choose another one.'

// All of them are entries of the list, or an entry with up to four other characters around it.
test.each(['password1', 'PASSWORD1', 'p@ssw0rd', '12345678', 'qwertyuiop', 'Dragon2024', '!!monkey!', 'Iloveyou!!!!'])(
  '%j is known from breaches',
  async (password) => {
    expect(await refusal(password)).toEqual([{ field: 'password', message: BREACHED }])
  },
)

test('the refusal stands at the field that the form has', async () => {
  expect(await refusal('password1', 'newPassword')).toEqual([{ field: 'newPassword', message: BREACHED }])
})

test.each(['aaaaaaaa', 'abcdabcdabcd', 'xyxyxyxyxy'])('%j only repeats itself', async (password) => {
  expect(await refusal(password)).toEqual([
    { field: 'password', message: 'This password repeats itself. Choose another one.' },
  ])
})

test.each([
  'byronette1815',
  'AdaByronette!',
  'Ada-Byronette-1815',
  'quillwright@example.com',
  'Quillwright2026',
  'fettle2026',
])('%j is what somebody who knows Ada would try', async (password) => {
  expect(await refusal(password)).toEqual([
    { field: 'password', message: 'This password is too close to your name or email address. Choose another one.' },
  ])
})

test.each([
  'analytical engine',
  'correct horse battery staple',
  'dragon-eats-harpsichord',
  'a b c d e f g',
  'пароль из слов',
  '密码很长但是没有人会猜到',
  '🦉🎻🌋🧭🪀🥥🪔🛶',
  'k4zq7yd1',
  'qz","12345678","xv',
  `${'xyz'.repeat(21)} and then something else`,
])('%j is accepted', async (password) => {
  expect(await refusal(password)).toBeUndefined()
})

test('a thousand characters are looked at in no time', async () => {
  const long = `${'ab1!'.repeat(249)}zzzz`
  const began = performance.now()
  expect(await refusal(long)).toBeUndefined()
  expect(performance.now() - began).toBeLessThan(50)
})
