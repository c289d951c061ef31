import { resolve } from 'node:path'
import type { AccountLimits } from '#src/lib/account-limits.ts'
import { z } from '#src/lib/zod.ts'

/** The environment as one typed value, parsed once at boot. */
export interface Env {
  port: number
  host: string
  /** Absent: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined
  databaseOwnerUrl: string | undefined
  /** Absolute path. */
  dataDir: string
  role: 'all' | 'web' | 'worker'
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  nodeEnv: 'development' | 'production' | 'test'
  production: boolean
  /** Origin without a trailing slash. */
  publicUrl: string
  /** Lower-case `host:port` entries. */
  egressAllow: string[]
  trustProxy: boolean
  sandbox: 'auto' | 'off' | 'without-namespace'
  /** 32 bytes in base64. Absent: a key file in `dataDir`. */
  secretKey: string | undefined
  /** Address of the mail server. Absent: mails stay in the local outbox. */
  smtpUrl: string | undefined
  mailFrom: string
  supportEmail: string
  /** Who stands on invoices. */
  seller: SellerSettings
  /** By country, in thousandths of a percent. */
  taxRates: ReadonlyMap<string, number>
  /** Of each account. */
  limits: AccountLimits
  /** Another provider that people may sign in with. */
  oidc: OidcSettings | undefined
  /** Whom the AI step asks. Absent: it is off. */
  ai: AiSettings | undefined
  /** Who moves the money. Absent: payments are tests. */
  stripe: StripeSettings | undefined
}

export interface StripeSettings {
  readonly secretKey: string
  readonly publishableKey: string
  /** Empty: no webhook is taken. */
  readonly webhookSecret: string
  readonly livemode: boolean
}

export interface SellerSettings {
  readonly name: string
  /** Lines as on an envelope. */
  readonly address: string
  readonly country: string
  readonly taxId: string
}

export interface AiSettings {
  /** Without a slash at its end; /chat/completions follows. */
  readonly baseUrl: string
  readonly apiKey: string | undefined
  readonly model: string
  /** What workflows may ask for by name instead. */
  readonly otherModels: readonly string[]
  /** How an answer in JSON is asked for: with its schema, as any object, or in words only. */
  readonly json: 'schema' | 'object' | 'words'
}

export interface OidcSettings {
  /** Address of the provider, whose /.well-known/openid-configuration says the rest. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** What the button says: "Sign in with {name}". */
  readonly name: string
}

/** A wrong value in the environment; the message is one sentence that names the variable. */
export class EnvError extends Error {
  override name = 'EnvError'
}

const wholePort = 'must be a whole number from 1 to 65535'
const postgresUrl = 'must look like postgresql://user:password@host:5432/database'
const webOrigin = 'must be an http or https address without a path, like https://fettle.example'
const secretKey = 'must be 32 random bytes in base64, as "openssl rand -base64 32" prints them'
const smtpUrl = 'must look like smtp://user:password@host:587 or smtps://user:password@host:465'
const mailbox = 'must be an email address, or a name and an address like "Fettle <hello@fettle.example>"'
const issuer = 'must be an https address, or an http address on localhost'
const aiAddress = 'must be an http or https address without user, query or fragment, like http://localhost:11434/v1'
const hostPortList = 'must be a comma-separated list of host:port, like localhost:11434,10.0.0.5:8080'

const stripeKey = (kind: string) => `must look like ${kind}_test_… or ${kind}_live_…`

const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, `must be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`)

const count = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`
  return z.coerce.number(message).int(message).min(min, message).max(max, message)
}

const isOrigin = (text: string) => URL.canParse(text) && /^https?:\/\/[^/?#@\s]+\/?$/.test(text)

const isMailbox = (text: string) => /^([^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text)

const isIssuer = (text: string) =>
  URL.canParse(text) && /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)(:|\/|$))/.test(text)

const isAiAddress = (text: string) => URL.canParse(text) && /^https?:\/\/[^?#@\s]+$/.test(text)

const listOf = (text: string) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

const TAX_RATE = /^[A-Z]{2}=\d{1,2}(?:\.\d{1,3})?$/

/** One rate for each country that is named. */
const areTaxRates = (text: string): boolean => {
  const entries = listOf(text)
  const countries = new Set(entries.map((entry) => entry.slice(0, 2)))
  return entries.every((entry) => TAX_RATE.test(entry)) && countries.size === entries.length
}

/** "DE=19,US=8.875" → {"DE" → 19000, "US" → 8875} */
const toTaxRates = (text: string): ReadonlyMap<string, number> =>
  new Map(
    listOf(text).map((entry) => {
      const [country = '', percent] = entry.split('=')
      return [country.trim(), Math.round(Number(percent) * 1000)]
    }),
  )

/** Every variable that Fettle reads, with the sentence that the README shows. */
const variables = {
  PORT: z.coerce
    .number(wholePort)
    .int(wholePort)
    .min(1, wholePort)
    .max(65_535, wholePort)
    .default(3000)
    .describe('Port of the web server. Default: 3000.'),
  HOST: z.string().optional().describe('Address to listen on. Default: 127.0.0.1, in production 0.0.0.0.'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, postgresUrl)
    .optional()
    .describe('Your own PostgreSQL (16 to 18). Default: an embedded one in DATA_DIR.'),
  DATABASE_OWNER_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, postgresUrl)
    .optional()
    .describe(
      'The same database for its owner, who migrates it; the role of DATABASE_URL then owns nothing. Default: none.',
    ),
  DATA_DIR: z
    .string()
    .default('./data')
    .describe('Folder of the embedded database and of local files. Default: ./data.'),
  ROLE: oneOf(['all', 'web', 'worker'])
    .default('all')
    .describe(
      'web answers requests, worker runs schedules, queued and waiting runs and those of processes that are gone, all does both. Default: all.',
    ),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Least severe level that is logged: fatal, error, warn, info, debug, trace or silent. Default: info.'),
  NODE_ENV: oneOf(['development', 'production', 'test'])
    .default('development')
    .describe('development, production or test. Default: development.'),
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, webOrigin)
    .optional()
    .describe('Address under which people reach this server. Default: http://localhost:PORT.'),
  EGRESS_ALLOW: z
    .string()
    .default('')
    .transform((text) => listOf(text.toLowerCase()))
    .refine((entries) => entries.every((entry) => /^[^\s/]+:\d{1,5}$/.test(entry)), hostPortList)
    .describe('Private addresses that workflows may call, as host:port, separated by commas. Default: none.'),
  TRUST_PROXY: oneOf(['true', 'false'])
    .default('false')
    .describe('true when a reverse proxy in front sets X-Forwarded-For and X-Forwarded-Proto. Default: false.'),
  SANDBOX: oneOf(['auto', 'off', 'without-namespace'])
    .default('auto')
    .describe(
      'Tools with their own JavaScript: auto (where the kernel allows a full jail), without-namespace or off. Default: auto.',
    ),
  SECRET_KEY: z
    .string()
    .refine((text) => Buffer.from(text, 'base64').length === 32, secretKey)
    .optional()
    .describe('Key that protects stored secrets: 32 random bytes in base64. Default: made once, DATA_DIR/secret.key.'),
  SMTP_URL: z
    .string()
    .refine((text) => URL.canParse(text) && /^smtps?:\/\/\S+$/.test(text), smtpUrl)
    .optional()
    .describe('Mail server, like smtp://user:password@host:587. Default: mails stay here; /dev/mailbox shows them.'),
  MAIL_FROM: z
    .string()
    .refine(isMailbox, mailbox)
    .default('Fettle <fettle@localhost>')
    .describe('Sender of mails. Default: Fettle <fettle@localhost>.'),
  SUPPORT_EMAIL: z
    .email('must be an email address')
    .default('support@fettle.test')
    .describe('Address that gets messages to support. Default: support@fettle.test.'),
  SELLER_NAME: z.string().max(200).default('Fettle').describe('Who stands on invoices as the seller. Default: Fettle.'),
  SELLER_ADDRESS: z
    .string()
    .max(500)
    .default('')
    .transform((text) =>
      text
        .split(';')
        .map((line) => line.trim())
        .join('\n'),
    )
    .describe('The seller’s address on invoices, its lines parted by semicolons. Default: none.'),
  SELLER_COUNTRY: z.string().max(60).default('').describe('The seller’s country on invoices. Default: none.'),
  SELLER_TAX_ID: z.string().max(40).default('').describe('The seller’s tax id on invoices. Default: none.'),
  TAX_RATES: z
    .string()
    .refine(areTaxRates, 'must be like DE=19,AT=20,US=8.875')
    .default('')
    .transform(toTaxRates)
    .describe('Tax on top of prices, in percent by the buyer’s country, like DE=19,AT=20. Default: none.'),
  RUNS_AT_ONCE: count(1, 10_000)
    .default(100)
    .describe('Runs with side effects that one process carries out for one account at the same time. Default: 100.'),
  STARTS_PER_MINUTE: count(1, 1_000_000)
    .default(120)
    .describe('Runs that one account may start by hand or through the API in a minute. Default: 120.'),
  STORED_MB: count(1, 10_000_000)
    .default(2000)
    .describe('What the logs of large runs of one account may hold together, in MB. Default: 2000.'),
  KEEP_DAYS: count(1, 36_500)
    .default(90)
    .describe('Days for which runs that have ended are kept; what they add up to stays. Default: 90.'),
  KEEP_RUNS: count(1, 1_000_000_000)
    .default(1_000_000)
    .describe('Ended runs of one account that are kept at most. Default: 1000000.'),
  OIDC_ISSUER: z
    .string()
    .refine(isIssuer, issuer)
    .optional()
    .describe('OpenID Connect provider to sign in with, with OIDC_CLIENT_ID and OIDC_CLIENT_SECRET. Default: none.'),
  OIDC_CLIENT_ID: z.string().optional().describe('Our id at that provider. Default: none.'),
  OIDC_CLIENT_SECRET: z.string().optional().describe('Our secret at that provider. Default: none.'),
  OIDC_NAME: z.string().max(40).default('OpenID').describe('Its name on the sign-in button. Default: OpenID.'),
  AI_BASE_URL: z
    .string()
    .refine(isAiAddress, aiAddress)
    .optional()
    .describe('OpenAI-compatible server for AI steps, local or not, like http://localhost:11434/v1. Default: none.'),
  AI_API_KEY: z
    .string()
    .min(8, 'must have 8 characters at least')
    .optional()
    .describe('Key for that server. Default: none.'),
  AI_MODEL: z.string().optional().describe('Model that AI steps ask; needed with AI_BASE_URL. Default: none.'),
  AI_MODELS: z
    .string()
    .default('')
    .transform(listOf)
    .describe('Other models that workflows may choose, separated by commas. Default: none.'),
  AI_JSON: oneOf(['schema', 'object', 'words'])
    .default('schema')
    .describe('How JSON is asked for: with its schema, as any object or in words, as the server can. Default: schema.'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(test|live)_\S+$/, stripeKey('sk'))
    .optional()
    .describe(
      'Secret key of Stripe, sk_test_… or sk_live_…. Default: none: payments are tests, with a desk at /dev/payments.',
    ),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\S+$/, stripeKey('pk'))
    .optional()
    .describe('Key of Stripe for browsers, pk_test_… or pk_live_…; needed with STRIPE_SECRET_KEY. Default: none.'),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .optional()
    .describe('Proves webhooks of Stripe to /api/payments/webhook, whsec_…. Default: none, and none is taken.'),
  ALLOW_TEST_PAYMENTS: oneOf(['true', 'false'])
    .default('false')
    .describe('true lets a production server run with test payments, which move no money. Default: false.'),
}

const Variables = z.object(variables)

/** Variables whose wrong value may hold a secret, which has no place on a screen or in a log. */
const SECRETS = new Set([
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'SMTP_URL',
  'SECRET_KEY',
  'OIDC_CLIENT_SECRET',
  'AI_API_KEY',
  'STRIPE_SECRET_KEY',
])

/** Name and one-line description of each variable, for the README and its test. */
export const environmentVariables: readonly { name: string; description: string }[] = Object.entries(variables).map(
  ([name, schema]) => ({ name, description: schema.description ?? '' }),
)

/** Reads the environment; throws EnvError for the first wrong value. An empty variable counts as absent. */
export function parseEnv(source: NodeJS.ProcessEnv): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()))
  const parsed = Variables.safeParse(given)
  if (!parsed.success) throw wrongValue(parsed.error, given)
  const values = parsed.data
  const production = values.NODE_ENV === 'production'
  // A key file in one machine's data folder would be another one on the next machine.
  if (production && values.DATABASE_URL !== undefined && values.SECRET_KEY === undefined)
    throw new EnvError(`SECRET_KEY is needed in production with DATABASE_URL: it ${secretKey}.`)
  if (values.DATABASE_OWNER_URL !== undefined && values.DATABASE_URL === undefined)
    throw new EnvError('DATABASE_URL must be set with DATABASE_OWNER_URL: the same database, for the application.')
  const stripe = readStripe(values)
  if (production && stripe === undefined && values.ALLOW_TEST_PAYMENTS !== 'true')
    throw new EnvError(
      'ALLOW_TEST_PAYMENTS must be true in production without STRIPE_SECRET_KEY: payments are tests then and move no money.',
    )
  return {
    port: values.PORT,
    host: values.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    databaseUrl: values.DATABASE_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    dataDir: resolve(values.DATA_DIR),
    role: values.ROLE,
    logLevel: values.LOG_LEVEL,
    nodeEnv: values.NODE_ENV,
    production,
    publicUrl: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/$/, ''),
    egressAllow: values.EGRESS_ALLOW,
    trustProxy: values.TRUST_PROXY === 'true',
    sandbox: values.SANDBOX,
    secretKey: values.SECRET_KEY,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    supportEmail: values.SUPPORT_EMAIL,
    seller: {
      ...{ name: values.SELLER_NAME, address: values.SELLER_ADDRESS },
      ...{ country: values.SELLER_COUNTRY, taxId: values.SELLER_TAX_ID },
    },
    taxRates: values.TAX_RATES,
    limits: {
      runsAtOnce: values.RUNS_AT_ONCE,
      startsPerMinute: values.STARTS_PER_MINUTE,
      storedBytes: values.STORED_MB * 1_000_000,
      keepDays: values.KEEP_DAYS,
      keepRuns: values.KEEP_RUNS,
    },
    oidc: readOidc(values),
    ai: readAi(values),
    stripe,
  }
}

function readOidc(values: z.output<typeof Variables>): OidcSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: name } = values
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return undefined
  const missing = Object.entries({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret })
  for (const [variable, value] of missing)
    if (value === undefined) throw new EnvError(`${variable} is missing: sign-in with a provider needs all three.`)
  return { issuer: issuer ?? '', clientId: clientId ?? '', clientSecret: clientSecret ?? '', name }
}

function readAi(values: z.output<typeof Variables>): AiSettings | undefined {
  const { AI_BASE_URL: baseUrl, AI_API_KEY: apiKey, AI_MODEL: model, AI_MODELS: otherModels, AI_JSON: json } = values
  if (baseUrl === undefined && model === undefined && apiKey === undefined) return undefined
  for (const [variable, value] of Object.entries({ AI_BASE_URL: baseUrl, AI_MODEL: model }))
    if (value === undefined) throw new EnvError(`${variable} is missing: AI steps need AI_BASE_URL and AI_MODEL.`)
  return { baseUrl: (baseUrl ?? '').replace(/\/+$/, ''), apiKey, model: model ?? '', otherModels, json }
}

function readStripe(values: z.output<typeof Variables>): StripeSettings | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = values
  if (secretKey === undefined && publishableKey === undefined) return undefined
  if (secretKey === undefined || publishableKey === undefined)
    throw new EnvError('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY belong together: one of them is missing.')
  const livemode = secretKey.includes('k_live_')
  if (livemode !== publishableKey.startsWith('pk_live_'))
    throw new EnvError('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test keys or both be live keys.')
  return { secretKey, publishableKey, webhookSecret: values.STRIPE_WEBHOOK_SECRET ?? '', livemode }
}

function wrongValue(error: z.ZodError, given: NodeJS.ProcessEnv): EnvError {
  const issue = error.issues[0]
  const name = String(issue?.path[0])
  const value = SECRETS.has(name) ? '' : `, but is ${JSON.stringify(given[name])}`
  return new EnvError(`${name} ${issue?.message}${value}.`)
}
