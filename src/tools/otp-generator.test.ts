import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { otpGenerator } from './otp-generator.tool.ts'

const run = (input: Record<string, string | number>, now = new Date(59_000)): Record<string, unknown> => {
  const outcome = runTool(otpGenerator, input, { now, randomBytes: (count) => new Uint8Array(count) })
  return outcome.ok ? outcome.outputs : { refused: outcome.error.details }
}

// RFC 4226, appendix D.
test.each(
  ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'].map(
    (code, counter) => [counter, code] as const,
  ),
)('HOTP, count %i', (counter, code) => {
  expect(run({ type: 'hotp', secretText: '12345678901234567890', counter })).toMatchObject({ code })
})

const SECRETS = {
  sha1: '12345678901234567890',
  sha256: '12345678901234567890123456789012',
  sha512: '1234567890123456789012345678901234567890123456789012345678901234',
}
// RFC 6238, appendix B.
test.each([
  [59, '94287082', '46119246', '90693936'],
  [1111111109, '07081804', '68084774', '25091201'],
  [1111111111, '14050471', '67062674', '99943326'],
  [1234567890, '89005924', '91819424', '93441116'],
  [2000000000, '69279037', '90698825', '38618901'],
  [20000000000, '65353130', '77737706', '47863826'],
])('TOTP, time %i', (time, sha1, sha256, sha512) => {
  for (const [algorithm, code] of Object.entries({ sha1, sha256, sha512 }))
    expect(run({ secretText: SECRETS[algorithm as 'sha1'], time, digits: 8, algorithm })).toMatchObject({ code })
})

test('the clock counts where no time is given', () => {
  expect(run({ secretText: SECRETS.sha1, digits: 8 })).toMatchObject({ code: '94287082', remainingSeconds: 1 })
  expect(run({ secretText: SECRETS.sha1, digits: 8 }, new Date(29_999))).toMatchObject({ counter: 0 })
})

test('the codes around it, none before the first', () => {
  expect(run({ type: 'hotp', secretText: SECRETS.sha1, counter: 0 }).codes).toEqual([
    { counter: 0, code: '755224' },
    { counter: 1, code: '287082' },
  ])
})

test('a secret in Base32 as people copy it', () => {
  const secretBase32 = 'gezd gnbv-gy3t qojq gezd gnbv gy3t qojq'
  expect(run({ type: 'hotp', secretBase32, counter: 1 })).toMatchObject({ code: '287082' })
})

test.each([
  [{}, 'secretBase32'],
  [{ secretBase32: '0189' }, 'secretBase32'],
  [{ secretBase32: 'GEZDGNBV', secretText: 'x' }, 'secretText'],
  [{ secretText: 'x', time: 'soon' }, 'time'],
  [{ secretText: 'x', time: '1969-12-31T23:59:59Z' }, 'time'],
  [{ secretText: 'x', digits: 5 }, 'digits'],
  [{ secretText: 'x', type: 'hotp', counter: -1 }, 'counter'],
])('%j is refused at its field', (input, field) => {
  expect(run(input)).toMatchObject({ refused: [{ field }] })
})

// RFC 6238, appendix B: SHA1 at 59 seconds, the last one of its period.
test('a code for now says when the next one comes, a code for a given time does not', () => {
  expect(run({ secretText: SECRETS.sha1 })).toMatchObject({ validUntil: '1970-01-01T00:01:00.000Z' })
  expect(run({ secretText: SECRETS.sha1, time: 59 }).validUntil).toBeUndefined()
})
