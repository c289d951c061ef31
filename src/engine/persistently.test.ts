import { expect, test } from 'vitest'
import { silentLog } from './engine-fixture.ts'
import { isPassing, persistently } from './persistently.ts'

const coded = (code: string) => Object.assign(new Error('no'), { code })

// The codes are those of the PostgreSQL manual, appendix A.
test.each([
  ['admin_shutdown', coded('57P01'), true],
  ['connection_failure', coded('08006'), true],
  ['deadlock_detected', coded('40P01'), true],
  ['too_many_connections', coded('53300'), true],
  ['unique_violation', coded('23505'), false],
  ['undefined_function', coded('42883'), false],
  ['a socket that is not there', coded('ENOENT'), true],
  ['a connection that broke', new Error('Connection terminated unexpectedly'), true],
  ['a pool that was closed', new Error('Cannot use a pool after calling end on the pool'), false],
  ['no error at all', 'text', false],
])('%s', (_title, error, expected) => {
  expect(isPassing(error)).toBe(expected)
})

test('what passes is tried again, anything else is thrown at once', async () => {
  let count = 0
  const work = async () => {
    count++
    if (count === 1) throw coded('57P01')
    return count
  }
  expect(await persistently(work, silentLog)).toBe(2)
  await expect(persistently(() => Promise.reject(coded('23505')), silentLog)).rejects.toMatchObject({ code: '23505' })
})
