import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { environmentVariables, parseEnv } from './env.ts'
import { EnvError } from './env-values.ts'

test('an empty environment gives the defaults', () => {
  expect(parseEnv({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: undefined,
    databaseOwnerUrl: undefined,
    dataDir: resolve('data'),
    role: 'all',
    logLevel: 'info',
    nodeEnv: 'development',
    production: false,
    publicUrl: 'http://localhost:3000',
    contentUrl: undefined,
    clamd: undefined,
    egressAllow: [],
    trustProxy: false,
    sandbox: 'auto',
    secretKey: undefined,
    smtpUrl: undefined,
    mailFrom: 'Fettle <fettle@localhost>',
    supportEmail: 'support@fettle.test',
    seller: { name: 'Fettle', address: '', country: '', taxId: '' },
    taxRates: new Map(),
    limits: {
      runsAtOnce: 100,
      startsPerMinute: 120,
      toolRunsPerMinute: 180_000,
      storedBytes: 2_000_000_000,
      keepDays: 90,
      keepRuns: 1_000_000,
    },
    oidc: undefined,
    ai: undefined,
    stripe: undefined,
  })
})

test('an AI server needs an address and a model', () => {
  const address = { AI_BASE_URL: 'http://localhost:11434/v1/' }
  expect(parseEnv({ ...address, AI_MODEL: 'small', AI_MODELS: 'Large, coder:7b,', AI_JSON: 'words' }).ai).toEqual({
    baseUrl: 'http://localhost:11434/v1',
    apiKey: undefined,
    model: 'small',
    otherModels: ['Large', 'coder:7b'],
    json: 'words',
  })
  expect(() => parseEnv(address)).toThrow('AI_MODEL is missing: AI steps need AI_BASE_URL and AI_MODEL.')
  expect(() => parseEnv({ AI_API_KEY: 'sk-12345678' })).toThrow('AI_BASE_URL is missing')
  expect(() => parseEnv({ AI_BASE_URL: 'http://me:pass@localhost/v1', AI_MODEL: 'small' })).toThrow(
    'AI_BASE_URL must be an http or https address without user, query or fragment, like http://localhost:11434/v1',
  )
})

test('addresses are as browsers write an origin', () => {
  const { publicUrl, contentUrl } = parseEnv({
    PUBLIC_URL: 'https://Fettle.Example:443/',
    CONTENT_URL: 'https://Inhält.example:443/',
  })
  expect([publicUrl, contentUrl]).toEqual(['https://fettle.example', 'https://xn--inhlt-ira.example'])
})

test('given values are kept, typed and trimmed to their meaning', () => {
  const env = parseEnv({
    PORT: '8080',
    DATABASE_URL: 'postgresql://app:secret@db:5432/fettle',
    DATA_DIR: '/srv/fettle',
    ROLE: 'worker',
    LOG_LEVEL: 'debug',
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://fettle.example/',
    EGRESS_ALLOW: 'Localhost:11434, 10.0.0.5:80,',
    TRUST_PROXY: 'true',
    SANDBOX: 'off',
    SECRET_KEY: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
    SMTP_URL: 'smtps://app:secret@mail.example:465',
    MAIL_FROM: 'Fettle <hello@fettle.example>',
    SUPPORT_EMAIL: 'help@fettle.example',
    OIDC_ISSUER: 'https://id.example',
    OIDC_CLIENT_ID: 'fettle',
    OIDC_CLIENT_SECRET: 'shh',
    SELLER_NAME: 'Ada Ltd',
    SELLER_ADDRESS: 'Bench 1; 10115 Berlin',
    SELLER_COUNTRY: 'Germany',
    SELLER_TAX_ID: 'DE1',
    TAX_RATES: 'DE=19, US=8.875,',
    OIDC_NAME: 'Example',
    RUNS_AT_ONCE: '7',
    STORED_MB: '3',
    STRIPE_SECRET_KEY: 'sk_live_a',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_b',
  })
  expect(env).toEqual({
    port: 8080,
    host: '0.0.0.0',
    databaseUrl: 'postgresql://app:secret@db:5432/fettle',
    dataDir: '/srv/fettle',
    role: 'worker',
    logLevel: 'debug',
    nodeEnv: 'production',
    production: true,
    publicUrl: 'https://fettle.example',
    egressAllow: ['localhost:11434', '10.0.0.5:80'],
    trustProxy: true,
    sandbox: 'off',
    secretKey: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
    smtpUrl: 'smtps://app:secret@mail.example:465',
    mailFrom: 'Fettle <hello@fettle.example>',
    supportEmail: 'help@fettle.example',
    seller: { name: 'Ada Ltd', address: 'Bench 1\n10115 Berlin', country: 'Germany', taxId: 'DE1' },
    taxRates: new Map([
      ['DE', 19_000],
      ['US', 8875],
    ]),
    limits: {
      runsAtOnce: 7,
      startsPerMinute: 120,
      toolRunsPerMinute: 180_000,
      storedBytes: 3_000_000,
      keepDays: 90,
      keepRuns: 1_000_000,
    },
    oidc: { issuer: 'https://id.example', clientId: 'fettle', clientSecret: 'shh', name: 'Example' },
    stripe: { secretKey: 'sk_live_a', publishableKey: 'pk_live_b', webhookSecret: '', livemode: true },
  })
})

test('an empty variable counts as absent, and the public address follows the port', () => {
  expect(parseEnv({ PORT: '4000', ROLE: '', PUBLIC_URL: ' ' })).toMatchObject({
    role: 'all',
    publicUrl: 'http://localhost:4000',
  })
})

test.each([
  [{ PORT: 'abc' }, 'PORT must be a whole number from 1 to 65535, but is "abc".'],
  [{ PORT: '70000' }, 'PORT must be a whole number from 1 to 65535, but is "70000".'],
  [{ PORT: '80.5' }, 'PORT must be a whole number from 1 to 65535, but is "80.5".'],
  [{ ROLE: 'boss' }, 'ROLE must be all, web or worker, but is "boss".'],
  [{ NODE_ENV: 'prod' }, 'NODE_ENV must be development, production or test, but is "prod".'],
  [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY must be true or false, but is "yes".'],
  [{ SANDBOX: 'on' }, 'SANDBOX must be auto, off or without-namespace, but is "on".'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent, but is "loud".'],
  [
    { PUBLIC_URL: 'https://fettle.example/app' },
    'PUBLIC_URL must be an http or https address without a path, like https://fettle.example, but is "https://fettle.example/app".',
  ],
  [{ SECRET_KEY: 'short' }, 'SECRET_KEY must be 32 random bytes in base64, as "openssl rand -base64 32" prints them.'],
  [
    { SMTP_URL: 'mail.example' },
    'SMTP_URL must look like smtp://user:password@host:587 or smtps://user:password@host:465.',
  ],
  [
    { MAIL_FROM: 'Fettle' },
    'MAIL_FROM must be an email address, or a name and an address like "Fettle <hello@fettle.example>", but is "Fettle".',
  ],
  [
    { OIDC_ISSUER: 'http://id.example' },
    'OIDC_ISSUER must be an https address, or an http address on localhost, but is "http://id.example".',
  ],
  [{ OIDC_CLIENT_ID: 'x' }, 'OIDC_ISSUER is missing: sign-in with a provider needs all three.'],
  [
    { NODE_ENV: 'production', DATABASE_URL: 'postgresql://db/fettle' },
    'SECRET_KEY is needed in production with DATABASE_URL: it must be 32 random bytes in base64, as "openssl rand -base64 32" prints them.',
  ],
  [{ STRIPE_SECRET_KEY: 'secret' }, 'STRIPE_SECRET_KEY must look like sk_test_… or sk_live_….'],
  [
    { STRIPE_SECRET_KEY: 'sk_test_a' },
    'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY belong together: one of them is missing.',
  ],
  [
    { STRIPE_SECRET_KEY: 'sk_live_a', STRIPE_PUBLISHABLE_KEY: 'pk_test_b' },
    'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test keys or both be live keys.',
  ],
  [
    { NODE_ENV: 'production' },
    'ALLOW_TEST_PAYMENTS must be true in production without STRIPE_SECRET_KEY: payments are tests then and move no money.',
  ],
  [
    { EGRESS_ALLOW: 'localhost' },
    'EGRESS_ALLOW must be a comma-separated list of host:port, like localhost:11434,10.0.0.5:8080, but is "localhost".',
  ],
  [
    { PUBLIC_URL: 'https://fettle.example', CONTENT_URL: 'https://fettle.example:8443' },
    'CONTENT_URL must have another host than PUBLIC_URL, or it would keep nothing apart.',
  ],
  [
    { PUBLIC_URL: 'https://fettle.example', CONTENT_URL: 'http://content.example' },
    'CONTENT_URL must begin with https:, as PUBLIC_URL does: browsers block the rest of a page.',
  ],
  [
    { CLAMD_ADDRESS: 'clamd' },
    'CLAMD_ADDRESS must be host:port, like localhost:3310, or the path of a socket, like /run/clamd.sock, but is "clamd".',
  ],
  [{ TAX_RATES: 'Germany=19' }, 'TAX_RATES must be like DE=19,AT=20,US=8.875, but is "Germany=19".'],
  [{ TAX_RATES: 'DE=19,DE=7' }, 'TAX_RATES must be like DE=19,AT=20,US=8.875, but is "DE=19,DE=7".'],
])('%j is refused in one sentence', (source, sentence) => {
  expect(() => parseEnv(source)).toThrow(new EnvError(sentence))
})

test('a wrong database address is not repeated, as it may hold a password', () => {
  expect(() => parseEnv({ DATABASE_URL: 'mysql://root:hunter2@db/fettle' })).toThrow(
    new EnvError('DATABASE_URL must look like postgresql://user:password@host:5432/database.'),
  )
})

test('each variable has a description of one line', () => {
  expect(environmentVariables.map(({ name }) => name)).toEqual([
    'PORT',
    'HOST',
    'DATABASE_URL',
    'DATABASE_OWNER_URL',
    'DATA_DIR',
    'ROLE',
    'LOG_LEVEL',
    'NODE_ENV',
    'PUBLIC_URL',
    'CONTENT_URL',
    'CLAMD_ADDRESS',
    'EGRESS_ALLOW',
    'TRUST_PROXY',
    'SANDBOX',
    'SECRET_KEY',
    'SMTP_URL',
    'MAIL_FROM',
    'SUPPORT_EMAIL',
    'SELLER_NAME',
    'SELLER_ADDRESS',
    'SELLER_COUNTRY',
    'SELLER_TAX_ID',
    'TAX_RATES',
    'RUNS_AT_ONCE',
    'STARTS_PER_MINUTE',
    'TOOL_RUNS_PER_MINUTE',
    'STORED_MB',
    'KEEP_DAYS',
    'KEEP_RUNS',
    'OIDC_ISSUER',
    'OIDC_CLIENT_ID',
    'OIDC_CLIENT_SECRET',
    'OIDC_NAME',
    'AI_BASE_URL',
    'AI_API_KEY',
    'AI_MODEL',
    'AI_MODELS',
    'AI_JSON',
    'STRIPE_SECRET_KEY',
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'ALLOW_TEST_PAYMENTS',
  ])
  for (const { description } of environmentVariables) expect(description).toMatch(/^.{10,140}\.$/)
})
