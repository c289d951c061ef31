import { createHash } from 'node:crypto'

/** Texts whose digests stand in every book about digests. */
const HASHED = [
  '',
  'a',
  'abc',
  'hello',
  'Hello',
  'hello world',
  'Hello World',
  'Hello, World!',
  'Hello, world!',
  'test',
  'password',
  '123456',
  'message digest',
  'The quick brown fox jumps over the lazy dog',
  'The quick brown fox jumps over the lazy dog.',
]
const DIGESTS = HASHED.flatMap((text) =>
  ['md5', 'sha1', 'sha256', 'sha384', 'sha512'].map((name) => createHash(name).update(text).digest('hex')),
)

/** Keys of standards and handbooks: RFC 2104, 4226, 6238, 4231, 7515, FIPS 197, AWS, Stripe, Bitcoin. Small, without spaces. */
const PUBLISHED = [
  '12345678901234567890',
  'gezdgnbvgy3tqojq',
  'jbswy3dpehpk3pxp',
  'iostodnn7example',
  'wjalrxutnfemi',
  '0b0b0b0b0b0b0b0b',
  'aaaaaaaaaaaaaaaa',
  '2b7e151628aed2a6abf7158809cf4f3c',
  '000102030405060708090a0b0c0d0e0f',
  '603deb1015ca71be2b73aef0857d7781',
  'fedcba9876543210',
  'ayM1SysPpbyDfgZld3umj1qzKObwVMkoqQ'.toLowerCase(),
  '4ec39hqlyjwdarjtt1zdp7dc',
  'tyooMQauvdEDq54NiTphI7jx'.toLowerCase(),
  '5hueckgu8rmjxexxipud5bdku4mkfqezyd4dz1jvhtvqvbtlvytj',
  '5hueckgu8rmjxexxipud5',
  '16c7e42f292c6912e7710c838347ae178b4a',
  '6ba7b8109dad11d180b400c04fd430c8',
  'dozjgnryp4j3jvmnhl0w5n',
  'sflkxwrjsmekkf2qt4fwpmejf36pok6yjv_adqssw5c',
  'correcthorsebatterystaple',
  'tr0ub4dor&3',
]
const DEMOS: ReadonlySet<string> = new Set(DIGESTS)

/** Whether everybody knows it already. */
export const isDemoSecret = (value: string): boolean => {
  const small = value.toLowerCase().replace(/[\s-]/g, '')
  return DEMOS.has(small) || PUBLISHED.some((one) => small.includes(one.replaceAll('-', '')))
}

const SOMEBODY =
  /john|jane|doe\b|\bjoe\b|alice|\bbob\b|example|sample|demo|test|foo|1234567890|user-?123|ada lovelace|lovelace/i
/** A token that was made to show one: of nobody, by nobody. */
export function isDemoToken(token: string, isAboutTokens: boolean): boolean {
  if (isDemoSecret(token)) return true
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')
  if (SOMEBODY.test(payload)) return true
  return isAboutTokens && !/@[\w-]+\.\w|https?:\/\/|\b(?:scope|session|jti)\b/.test(payload)
}
