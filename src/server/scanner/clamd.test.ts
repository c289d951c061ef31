import { expect, test } from 'vitest'
import { createClamd, toClamdAddress } from './clamd.ts'
import { EICAR, fakeClamd } from './fake-clamd-fixture.ts'

const scannerOf = (address: string, withinMs?: number) => {
  const parsed = toClamdAddress(address)
  if (parsed === undefined) throw new Error(`${address} is no address`)
  return createClamd(parsed, withinMs === undefined ? {} : { withinMs })
}

test.each([
  ['localhost:3310', { host: 'localhost', port: 3310 }],
  ['[::1]:3310', { host: '::1', port: 3310 }],
  ['/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ['localhost', undefined],
  ['localhost:99999', undefined],
  ['localhost:0', undefined],
  ['tcp://localhost:3310', undefined],
])('%s is the address %j', (text, address) => {
  expect(toClamdAddress(text)).toEqual(address)
})

test('what it finds has its name, wherever in the file it is, and all else has none', async () => {
  const clamd = await fakeClamd()
  const scan = scannerOf(clamd.address)
  expect(await scan(Buffer.from(EICAR))).toBe('Eicar-Test-Signature')
  // Across the border of two chunks.
  expect(await scan(Buffer.from('x'.repeat(65_500) + EICAR))).toBe('Eicar-Test-Signature')
  expect(await scan(Buffer.alloc(1_000_000, 1))).toBeUndefined()
  expect(await scan(new Uint8Array())).toBeUndefined()
  expect(clamd.scanned).toEqual([68, 65_568, 1_000_000, 0])
})

test('its verdict counts at once, also where it leaves the connection open', async () => {
  const clamd = await fakeClamd()
  clamd.behave('stays')
  const scan = scannerOf(clamd.address, 60_000)
  expect([await scan(Buffer.from(EICAR)), await scan(Buffer.from('harmless'))]).toEqual([
    'Eicar-Test-Signature',
    undefined,
  ])
})

test('no verdict is no leave: not when it is silent, hangs up, fails, is not there, or a file is beyond its limit', async () => {
  const clamd = await fakeClamd({ limit: 100_000 })
  const scan = scannerOf(clamd.address, 300)
  const file = Buffer.from('harmless')
  clamd.behave('silent')
  await expect(scan(file)).rejects.toThrow('The scanner of files gave no verdict: The operation was aborted')
  clamd.behave('hangs up')
  await expect(scan(file)).rejects.toThrow('The scanner of files gave no verdict')
  clamd.behave({ says: 'stream: Can’t allocate memory ERROR' })
  await expect(scan(file)).rejects.toThrow('gave no verdict: stream: Can’t allocate memory ERROR')
  clamd.behave({ says: 'stream: OK FOUND nothing' })
  await expect(scan(file)).rejects.toThrow('gave no verdict: stream: OK FOUND nothing')
  clamd.behave({ says: 'x'.repeat(100_000) })
  await expect(scan(file)).rejects.toThrow(`gave no verdict: ${'x'.repeat(1000)}`)
  clamd.behave('well')
  await expect(scan(Buffer.alloc(10_000_000))).rejects.toThrow('gave no verdict: INSTREAM size limit exceeded. ERROR')
  clamd.close()
  await expect(scan(file)).rejects.toThrow('ECONNREFUSED')
})
