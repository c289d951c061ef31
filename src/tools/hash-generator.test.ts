import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { hashGenerator } from './hash-generator.tool.ts'

const run = (algorithm: string, text: unknown, encoding = 'utf8') => {
  const outcome = runTool(hashGenerator, { algorithm, text, encoding })
  return outcome.ok ? outcome.outputs.hex : outcome.error.details
}

// RFC 1321, appendix A.5; RFC 3174, section 7.3; NIST, Examples with intermediate values (FIPS 180 and 202).
test.each([
  ['md5', 'a', '0cc175b9c0f1b6a831c399e269772661'],
  ['md5', 'abc', '900150983cd24fb0d6963f7d28e17f72'],
  ['md5', 'message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
  ['md5', 'abcdefghijklmnopqrstuvwxyz', 'c3fcd3d76192e4007dfb496cca67e13b'],
  ['sha1', 'abc', 'a9993e364706816aba3e25717850c26c9cd0d89d'],
  ['sha224', 'abc', '23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7'],
  ['sha384', 'abc', 'cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7'],
  ['SHA3-256', 'abc', '3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532'],
  ['sha256', '', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['crc32', '', '00000000'],
])('%s of %j', (algorithm, text, hex) => {
  expect(run(algorithm, text)).toBe(hex)
})

// An independent implementation: OpenSSL and zlib of Node.
test.each(['', 'Grüße, 世界 🎉', 'x'.repeat(10_000)])('agrees with OpenSSL about %.20j', (text) => {
  for (const name of ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha3-256', 'sha3-512', 'ripemd160'])
    expect(run(name, text)).toBe(createHash(name).update(text).digest('hex'))
  expect(run('crc32', text)).toBe(crc32(text).toString(16).padStart(8, '0'))
})

test('bytes may be written in hexadecimal or Base64', () => {
  expect(run('sha256', '61 62 63', 'hex')).toBe(run('sha256', 'abc'))
  expect(run('sha256', 'YWJj', 'base64')).toBe(run('sha256', 'abc'))
  expect(run('sha256', 'abc', 'hex')).toMatchObject([{ field: 'text' }])
  expect(run('sha256', '\ud800')).toMatchObject([{ field: 'text' }])
})

test('all of them, where that does not take long', () => {
  const all = (text: string) => {
    const outcome = runTool(hashGenerator, { text })
    return outcome.ok && (outcome.outputs.all as unknown[] | undefined)?.length
  }
  expect(all('x'.repeat(200_000))).toBe(13)
  expect(all('x'.repeat(200_001))).toBeUndefined()
})

test('an unknown algorithm is refused', () => {
  expect(run('sha257', 'abc')).toMatchObject([{ field: 'algorithm' }])
})

/** A picture of one red point, as the PNG specification (W3C, 2003), section 5, lays it out. */
function png(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const data = deflateSync(Buffer.from([0, 255, 0, 0]))
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

test('a picture has the hash that OpenSSL gives its bytes', () => {
  const wanted = createHash('sha256').update(png()).digest('hex')
  expect(run('sha256', { base64: png().toString('base64') })).toBe(wanted)
  expect(run('sha256', `{"base64": "${png().toString('base64')}"}`)).toBe(wanted)
  expect(run('sha256', { hex: png().toString('hex') })).toBe(wanted)
})

// NIST, SHA-3 validation system, SHA3_256ShortMsg.rsp, Len = 8.
test('bytes may be sent as an object', () => {
  expect(run('sha3-256', { hex: 'e9' })).toBe('f0d04dd1e6cfc29a4460d521796852f25d9ef8d28b44ee91ff5b759d72c1e6d6')
  expect(run('sha256', { hex: 'e' })).toMatchObject([{ field: 'text' }])
})

test('a file of five million bytes is hashed', () => {
  const bytes = Buffer.alloc(5_000_000, 0xff)
  expect(run('sha256', { base64: bytes.toString('base64') })).toBe(createHash('sha256').update(bytes).digest('hex'))
})

test('a byte order mark counts', () => {
  expect(run('sha256', '\ufeffabc')).toBe(createHash('sha256').update('\ufeffabc').digest('hex'))
})
