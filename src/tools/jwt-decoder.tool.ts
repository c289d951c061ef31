import { BASE64, decodeBaseN, encodeBaseN } from '#src/lib/base-n.ts'
import { exactJson, parseExactJson } from '#src/lib/exact-json.ts'
import { instantSeconds } from '#src/lib/instant-text.ts'
import { utf8Bytes, utf8Text } from '#src/lib/utf8.ts'
import { badge, defineTool, json, listOf, number, string, ToolError, table, text, textarea } from '#src/sdk/index.ts'
import { judgeSignature } from './jwt-decoder/signature.ts'

const LONGEST_TOKEN = 100_000
const LONGEST_SECRET = 10_000
/** The last second that an ISO date of four digits has. */
const LAST_SECOND = 253_402_300_799

/** RFC 7519, section 4.1. */
const CLAIMS: readonly (readonly [string, string])[] = [
  ['iss', 'Issuer'],
  ['sub', 'Subject'],
  ['aud', 'Audience'],
  ['exp', 'Expires'],
  ['nbf', 'Not before'],
  ['iat', 'Issued at'],
  ['jti', 'Token ID'],
]
const TIMES = new Set(['exp', 'nbf', 'iat'])

const refused = (problem: string) => new ToolError(`Token ${problem}`, { field: 'token' })

/** RFC 7515, section 2: the alphabet for URLs, no padding, no line breaks. */
function fromBase64url(encoded: string): Uint8Array | undefined {
  if (!/^[\w-]*$/.test(encoded)) return undefined
  const bytes = decodeBaseN(encoded.replaceAll('-', '+').replaceAll('_', '/'), BASE64)
  return typeof bytes === 'string' ? undefined : bytes
}

const toBase64url = (bytes: Uint8Array): string => encodeBaseN(bytes, BASE64).replaceAll('+', '-').replaceAll('/', '_')

function partBytes(encoded: string, name: string): Uint8Array {
  const bytes = fromBase64url(encoded)
  if (bytes === undefined) throw refused(`must have a ${name} in Base64 for URLs, without padding`)
  return bytes
}

type Members = Readonly<Record<string, unknown>>

/** Whole numbers beyond 2^53 are bigint. */
function jsonObject(encoded: string, name: string): Members {
  const decoded = utf8Text(partBytes(encoded, name))
  if (decoded === undefined) throw refused(`must have a ${name} in UTF-8`)
  const parsed = parseExactJson(decoded)
  if (!parsed.ok) throw refused(`must have a ${name} that is JSON`)
  const { value } = parsed
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw refused(`must have a ${name} that is a JSON object`)
}

/** The same as JSON values can hold it. */
const withDoubles = (members: Members): Members => JSON.parse(exactJson(members))

/** Claims that have more digits than the payload shows. */
const claimsWithMoreDigits = (exact: Members, rounded: Members): string[] =>
  Object.entries(exact)
    .filter(([claim, value]) => exactJson(value) !== JSON.stringify(rounded[claim]))
    .map(([claim, value]) => `${claim}: ${exactJson(value)}`)

function split(given: string) {
  const parts = given
    .trim()
    .replace(/^bearer\s+/i, '')
    .split('.')
  if (parts.length === 5) throw refused('must not be encrypted: of a JWE nothing can be read without its key')
  const [header, payload, signature] = parts
  if (parts.length !== 3 || !header || payload === undefined || signature === undefined)
    throw refused('must have three parts with points between them')
  return { header, payload, signature }
}

function keyOf(secret: string | undefined, secretBase64url: string | undefined): Uint8Array | undefined {
  if (secret !== undefined && secretBase64url !== undefined)
    throw new ToolError('Secret in Base64 must be empty where a secret is given: fill in one of the two', {
      field: 'secretBase64url',
    })
  if (secret !== undefined) {
    if (!secret.isWellFormed())
      throw new ToolError('Secret must not have half of a surrogate pair', { field: 'secret' })
    return utf8Bytes(secret)
  }
  if (secretBase64url === undefined) return undefined
  const bare = secretBase64url.trim().replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_')
  const bytes = fromBase64url(bare)
  if (bytes === undefined) throw new ToolError('Secret in Base64 must be complete Base64', { field: 'secretBase64url' })
  return bytes
}

function secondsNow(at: string | undefined, now: Date): number {
  if (at === undefined) return now.getTime() / 1000
  const seconds = instantSeconds(at)
  if (seconds === undefined)
    throw new ToolError('Time must be seconds since 1970, or like 2011-03-22T18:43:00Z', { field: 'at' })
  return seconds
}

const isoOf = (seconds: unknown): string | undefined =>
  typeof seconds === 'number' && Math.abs(seconds) <= LAST_SECOND
    ? new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
    : undefined

/** The instant that a claim names, where it is yet to come. */
const laterThan = (now: number, claim: unknown, leeway: number): string | undefined =>
  typeof claim === 'number' && claim + leeway > now ? isoOf(claim + leeway) : undefined

function claimRows(payload: Members) {
  return CLAIMS.filter(([claim]) => Object.hasOwn(payload, claim)).map(([claim, meaning]) => {
    const value = payload[claim]
    const written = typeof value === 'string' ? value : exactJson(value)
    return { claim, meaning, value: (TIMES.has(claim) ? isoOf(value) : undefined) ?? written }
  })
}

export const jwtDecoder = defineTool({
  slug: 'jwt-decoder',
  title: 'JWT Decoder',
  description: 'Shows header and claims of a JSON Web Token, whether it has expired, and checks HMAC signatures.',
  category: 'developer',
  tags: ['jwt', 'auth', 'json'],
  keywords: [
    'json web token',
    'jwt parser',
    'decode jwt',
    'verify jwt',
    'bearer token',
    'access token',
    'id token',
    'claims',
    'hs256',
    'jws',
    'oauth',
    'openid connect',
  ],
  input: [
    textarea('token', {
      label: 'Token',
      placeholder: 'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.…',
      required: true,
      maxLength: LONGEST_TOKEN,
      secret: true,
    }),
    string('secret', {
      label: 'Secret',
      help: 'To check the signature; as text.',
      maxLength: LONGEST_SECRET,
      secret: true,
    }),
    string('secretBase64url', {
      label: 'Secret in Base64',
      help: 'Instead of the text, such as k of a JSON Web Key.',
      maxLength: LONGEST_SECRET,
      secret: true,
    }),
    string('at', {
      label: 'At this time',
      help: 'Empty: now. Seconds since 1970, or an ISO date.',
      maxLength: 60,
      emptyIsNow: true,
    }),
    number('leewaySeconds', {
      label: 'Leeway',
      help: 'How far clocks may differ.',
      unit: 's',
      min: 0,
      max: 3600,
      step: 1,
      default: 0,
    }),
  ],
  output: {
    payload: json('Payload', { type: 'object', primary: true }),
    header: json('Header', { type: 'object' }),
    signatureValid: badge('Signature valid', { type: 'boolean', help: 'Absent where it could not be checked.' }),
    signature: text('Signature'),
    expired: badge('Expired', { type: 'boolean' }),
    notYetValid: badge('Not valid yet', { type: 'boolean' }),
    expiresAt: text('Expires', { format: 'countdown' }),
    validFrom: text('Becomes valid', { format: 'countdown' }),
    allDigits: listOf('With all digits', { help: 'Claims with whole numbers beyond 2^53, which the payload rounds.' }),
    claims: table('Registered claims', {
      columns: [
        { name: 'claim', label: 'Claim' },
        { name: 'meaning', label: 'Meaning' },
        { name: 'value', label: 'Value' },
      ],
    }),
  },
  needs: ['clock'],
  isLarge: true,
  run: ({ token, secret, secretBase64url, at, leewaySeconds }, { now }) => {
    const parts = split(token)
    const header = withDoubles(jsonObject(parts.header, 'header'))
    const exact = jsonObject(parts.payload, 'payload')
    const payload = withDoubles(exact)
    const allDigits = claimsWithMoreDigits(exact, payload)
    const seconds = secondsNow(at, now)
    const signature = partBytes(parts.signature, 'signature')
    return {
      payload,
      header,
      ...judgeSignature({
        algorithm: header.alg,
        signed: `${parts.header}.${parts.payload}`,
        signature,
        isCanonical: toBase64url(signature) === parts.signature,
        key: keyOf(secret, secretBase64url),
        critical: header.crit,
      }),
      expired: typeof payload.exp === 'number' && seconds >= payload.exp + leewaySeconds,
      notYetValid: typeof payload.nbf === 'number' && seconds < payload.nbf - leewaySeconds,
      ...(at === undefined && {
        expiresAt: laterThan(seconds, payload.exp, leewaySeconds),
        validFrom: laterThan(seconds, payload.nbf, -leewaySeconds),
      }),
      ...(allDigits.length > 0 && { allDigits }),
      claims: claimRows(exact),
    }
  },
  examples: [
    {
      title: 'A signed token',
      input: {
        token:
          'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
        secretBase64url: 'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow',
      },
      output: {
        header: { typ: 'JWT', alg: 'HS256' },
        payload: { iss: 'joe', exp: 1_300_819_380, 'http://example.com/is_root': true },
        signatureValid: true,
        expired: true,
      },
      source: 'RFC 7519, section 3.1, with the key of RFC 7515, appendix A.1.1',
    },
    {
      title: 'The second before it expires',
      input: {
        token:
          'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
        secret: 'another secret',
        at: '1300819379',
      },
      output: { signatureValid: false, expired: false },
      source: 'RFC 7519, sections 3.1 and 4.1.4: not to be accepted on or after exp, 1300819380',
    },
    {
      title: 'Without a signature',
      input: {
        token:
          'eyJhbGciOiJub25lIn0.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.',
      },
      output: { header: { alg: 'none' }, signatureValid: false },
      source: 'RFC 7519, section 6.1; RFC 8725, section 3.2: none is not to be accepted',
    },
  ],
  method: {
    formula:
      'Header and payload are JSON in Base64 for URLs. The signature of HS256, HS384 and HS512 is HMAC(secret, header.payload). Expired: time ≥ exp + leeway; not valid yet: time < nbf − leeway.',
    rounding: 'The payload rounds whole numbers beyond 2^53; those claims are given with all their digits beside it.',
    notes:
      'Anybody can read a token; only the signature says who wrote it. RS, PS, ES and EdDSA signatures are not checked here. Token and secret stay out of links and of the history.',
  },
  sources: [
    { title: 'RFC 7519: JSON Web Token', url: 'https://www.rfc-editor.org/rfc/rfc7519' },
    { title: 'RFC 7515: JSON Web Signature', url: 'https://www.rfc-editor.org/rfc/rfc7515' },
    { title: 'RFC 7518: JSON Web Algorithms', url: 'https://www.rfc-editor.org/rfc/rfc7518' },
    { title: 'RFC 8725: Best current practices', url: 'https://www.rfc-editor.org/rfc/rfc8725' },
  ],
})
