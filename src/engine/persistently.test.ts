import { expect, test } from 'vitest'
import { silentLog } from './engine-fixture.ts'
import { persistently } from './persistently.ts'

const coded = (code: string) => Object.assign(new Error('no'), { code })

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
