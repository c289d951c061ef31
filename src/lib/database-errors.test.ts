import { expect, test } from 'vitest'
import { isDatabaseAway, isPassing } from './database-errors.ts'

const coded = (code: string, syscall?: string) => Object.assign(new Error('no'), { code, syscall })

// The codes are those of the PostgreSQL manual, appendix A.
test.each([
  ['admin_shutdown', coded('57P01'), true, true],
  ['cannot_connect_now', coded('57P03'), true, true],
  ['connection_failure', coded('08006'), true, true],
  ['too_many_connections', coded('53300'), true, true],
  ['deadlock_detected', coded('40P01'), true, false],
  ['query_canceled', coded('57014'), true, false],
  ['unique_violation', coded('23505'), false, false],
  ['undefined_function', coded('42883'), false, false],
  ['a socket that is not there', coded('ENOENT', 'connect'), true, true],
  ['a file that is not there', coded('ENOENT', 'open'), true, false],
  ['a port where nobody listens', coded('ECONNREFUSED', 'connect'), true, true],
  ['a connection that broke', new Error('Connection terminated unexpectedly'), true, true],
  ['no connection in time', new Error('timeout exceeded when trying to connect'), true, true],
  ['a pool that was closed', new Error('Cannot use a pool after calling end on the pool'), false, false],
  ['no error at all', 'text', false, false],
])('%s', (_title, error, passes, isAway) => {
  expect([isPassing(error), isDatabaseAway(error)]).toEqual([passes, isAway])
})
