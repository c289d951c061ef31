import { expect, test } from 'vitest'
import { afterFailedTry, type SendFailure } from './after-failed-try.ts'

const createdAt = new Date('2026-11-20T10:00:00Z')
const at = (seconds: number) => new Date(createdAt.getTime() + seconds * 1000)
const refusedConnection: SendFailure = { message: 'connect ECONNREFUSED', command: 'CONN' }

test.each([
  ['an unknown mailbox', { command: 'RCPT TO', responseCode: 550 }],
  ['a refused content', { command: 'DATA', responseCode: 554 }],
])('%s is final', (_, failure) => {
  const decision = afterFailedTry({ message: 'No such user', ...failure }, { attempts: 1, createdAt }, at(1))
  expect(decision).toEqual({ do: 'fail', reason: 'No such user' })
})

test.each([
  ['greylisting', { command: 'RCPT TO', responseCode: 451 }],
  ['a wrong password', { command: 'AUTH PLAIN', responseCode: 535 }],
  ['a sender that may not relay', { command: 'MAIL FROM', responseCode: 550 }],
  ['commands out of order', { command: 'DATA', responseCode: 503 }],
  ['no connection', { command: 'CONN' }],
  ['an answer that never came', { command: 'DATA' }],
])('%s is tried again after 15 seconds', (_, failure) => {
  const decision = afterFailedTry({ message: 'Not now', ...failure }, { attempts: 1, createdAt }, at(1))
  expect(decision).toEqual({ do: 'retry', at: at(16), reason: 'Not now' })
})

test.each([
  [2, 30],
  [3, 60],
  [8, 1920],
  [9, 3600],
  [200, 3600],
])('after try %i the pause is %i s', (attempts, pause) => {
  expect(afterFailedTry(refusedConnection, { attempts, createdAt }, at(10))).toMatchObject({ at: at(10 + pause) })
})

test('a mail server that is away for a day and a half loses nothing, after two days it does', () => {
  const hour = 3600
  expect(afterFailedTry(refusedConnection, { attempts: 44, createdAt }, at(36 * hour))).toMatchObject({ do: 'retry' })
  expect(afterFailedTry(refusedConnection, { attempts: 56, createdAt }, at(47.5 * hour))).toEqual({
    do: 'fail',
    reason: 'Given up after 48 hours. connect ECONNREFUSED',
  })
})

test('a reason is kept short', () => {
  const { reason } = afterFailedTry({ message: 'x'.repeat(9000) }, { attempts: 1, createdAt }, at(1))
  expect(reason.length).toBe(500)
})
