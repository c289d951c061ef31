import { hmac } from '@noble/hashes/hmac.js'
import { sha1 } from '@noble/hashes/legacy.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { HOTP, Secret } from 'otpauth/bare'
import { instantSeconds } from '#src/lib/instant-text.ts'
import { badge, defineTool, number, radio, select, string, ToolError, table, text } from '#src/sdk/index.ts'

const LONGEST_SECRET = 1000
const HASHES = { sha1, sha256, sha512 } as const
type Algorithm = keyof typeof HASHES

interface Keyed {
  readonly secret: Secret
  readonly algorithm: Algorithm
  readonly digits: number
}

const hotp = (counter: number, keyed: Keyed): string =>
  HOTP.generate({
    ...keyed,
    counter,
    hmac: (_, key, message) => hmac(HASHES[keyed.algorithm], key, message),
  })

const refused = (problem: string) => new ToolError(`Secret ${problem}`, { field: 'secretBase32' })

/** The library would read what is left of a secret that was cut off in the middle of a byte. */
function fromBase32(given: string): Secret {
  const written = given.replace(/[\s-]/g, '').toUpperCase().replace(/=+$/, '')
  const [stranger] = /[^A-Z2-7]/u.exec(written) ?? []
  if (stranger !== undefined) throw refused(`must not have “${stranger}”, which is no character of the alphabet`)
  if ([1, 3, 6].includes(written.length % 8)) throw refused('must be complete: the last group is too short')
  if (written === '') throw refused('is required, in Base32 or as text')
  return Secret.fromBase32(written)
}

function secretOf(secretText: string | undefined, secretBase32: string | undefined): Secret {
  if (secretText === undefined) return fromBase32(secretBase32 ?? '')
  if (secretBase32 !== undefined)
    throw new ToolError('Secret as text must be empty where one in Base32 is given: fill in one of the two', {
      field: 'secretText',
    })
  if (!secretText.isWellFormed())
    throw new ToolError('Secret as text must not have half of a surrogate pair', { field: 'secretText' })
  return Secret.fromUTF8(secretText)
}

function secondsOf(time: string | undefined, now: Date): number {
  const seconds = time === undefined ? Math.floor(now.getTime() / 1000) : instantSeconds(time)
  if (seconds !== undefined && seconds >= 0) return seconds
  throw new ToolError('Time must be seconds since 1970, or like 2005-03-18T01:58:29Z', { field: 'time' })
}

/** The codes that a server may also take: one before and one after. */
const neighbours = (counter: number, keyed: Keyed) =>
  [counter - 1, counter, counter + 1]
    .filter((one) => one >= 0 && Number.isSafeInteger(one))
    .map((one) => ({ counter: one, code: hotp(one, keyed) }))

export const otpGenerator = defineTool({
  slug: 'otp-generator',
  title: 'One-Time Password Generator',
  description: 'Computes the codes of authenticator apps from their secret: by time (TOTP) or by counter (HOTP).',
  category: 'developer',
  tags: ['otp', '2fa', 'security'],
  keywords: [
    'totp',
    'hotp',
    '2fa code',
    'two-factor',
    'mfa',
    'authenticator',
    'google authenticator',
    'one-time code',
    'verification code',
    'rfc 6238',
    'rfc 4226',
  ],
  input: [
    radio('type', {
      label: 'Type',
      default: 'totp',
      options: { totp: 'By time (TOTP)', hotp: 'By counter (HOTP)' },
    }),
    string('secretBase32', {
      label: 'Secret',
      help: 'In Base32, as services show it beside the QR code; spaces do not count.',
      placeholder: 'GEZD GNBV GY3T QOJQ',
      maxLength: LONGEST_SECRET,
      secret: true,
    }),
    string('secretText', {
      label: 'Secret as text',
      help: 'Instead of Base32.',
      maxLength: LONGEST_SECRET,
      secret: true,
    }),
    number('counter', {
      label: 'Counter',
      integer: true,
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
      step: 1,
      default: 0,
      showIf: { field: 'type', in: ['hotp'] },
    }),
    string('time', {
      label: 'Time',
      help: 'Empty: now. Seconds since 1970, or an ISO date in UTC.',
      maxLength: 60,
      emptyIsNow: true,
      showIf: { field: 'type', in: ['totp'] },
    }),
    number('period', {
      label: 'Period',
      unit: 's',
      integer: true,
      min: 1,
      max: 86_400,
      step: 1,
      default: 30,
      presets: [30, 60],
      showIf: { field: 'type', in: ['totp'] },
    }),
    number('digits', { label: 'Digits', integer: true, min: 6, max: 10, step: 1, default: 6, presets: [6, 8] }),
    select('algorithm', {
      label: 'Algorithm',
      default: 'sha1',
      options: { sha1: 'SHA-1', sha256: 'SHA-256', sha512: 'SHA-512' },
      aliases: {
        'sha-1': 'sha1',
        'sha-256': 'sha256',
        'sha-512': 'sha512',
        'hmac-sha-1': 'sha1',
        'hmac-sha-256': 'sha256',
        'hmac-sha-512': 'sha512',
        hmacsha1: 'sha1',
        hmacsha256: 'sha256',
        hmacsha512: 'sha512',
      },
    }),
  ],
  output: {
    code: text('Code', { format: 'code', primary: true }),
    validUntil: text('Next code', { format: 'countdown' }),
    remainingSeconds: badge('Seconds left', { help: 'When the code was made.' }),
    counter: badge('Counter', { help: 'Of a code by time: the periods since 1970.' }),
    codes: table('Codes around it', {
      columns: [
        { name: 'counter', label: 'Counter', type: 'number' },
        { name: 'code', label: 'Code' },
      ],
    }),
  },
  needs: ['clock'],
  isLarge: true,
  run: ({ type, secretText, secretBase32, counter: given, time, period, digits, algorithm }, { now }) => {
    const keyed: Keyed = { secret: secretOf(secretText, secretBase32), algorithm, digits }
    const seconds = type === 'totp' ? secondsOf(time, now) : undefined
    const counter = seconds === undefined ? given : Math.floor(seconds / period)
    return {
      code: hotp(counter, keyed),
      remainingSeconds: seconds === undefined ? undefined : period - (seconds % period),
      counter,
      validUntil:
        seconds === undefined || time !== undefined ? undefined : new Date((counter + 1) * period * 1000).toISOString(),
      codes: neighbours(counter, keyed),
    }
  },
  examples: [
    {
      title: 'By time, with eight digits',
      input: { type: 'totp', secretText: '12345678901234567890', time: '59', digits: 8 },
      output: { code: '94287082', counter: 1, remainingSeconds: 1 },
      source: 'RFC 6238, appendix B, time 59, SHA1',
    },
    {
      title: 'By counter',
      input: { type: 'hotp', secretText: '12345678901234567890', counter: 9 },
      output: { code: '520489' },
      source: 'RFC 4226, appendix D, count 9',
    },
    {
      title: 'A zero in front',
      input: { secretBase32: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', time: '2005-03-18T01:58:29Z', digits: 8 },
      output: { code: '07081804' },
      source: 'RFC 6238, appendix B, time 1111111109, SHA1; its secret in Base32',
    },
    {
      title: 'SHA-512',
      input: {
        secretText: '1234567890123456789012345678901234567890123456789012345678901234',
        time: '20000000000',
        digits: 8,
        algorithm: 'sha512',
      },
      output: { code: '47863826' },
      source: 'RFC 6238, appendix B, time 20000000000, SHA512',
    },
  ],
  method: {
    formula:
      'HMAC(secret, counter as 8 bytes); its last four bits say where 31 bits are taken, of which the last digits are the code. By time, the counter is ⌊seconds since 1970 / period⌋.',
    rounding: 'None.',
    notes:
      'The secret stays out of links and of the history. Whoever has it can make all codes: use this for tests, not for your own accounts on a computer of others.',
  },
  sources: [
    { title: 'RFC 4226: HOTP', url: 'https://www.rfc-editor.org/rfc/rfc4226' },
    { title: 'RFC 6238: TOTP', url: 'https://www.rfc-editor.org/rfc/rfc6238' },
  ],
})
