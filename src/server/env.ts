import { resolve } from 'node:path'
import type { AccountLimits } from '#src/lib/account-limits.ts'
import { z } from '#src/lib/zod.ts'
import { readStripe, type SellerSettings, type StripeSettings, sellerVariables, stripeVariables } from './env-money.ts'
import { type AiSettings, type OidcSettings, readAi, readOidc, serviceVariables } from './env-services.ts'
import { EnvError, listOf, oneOf } from './env-values.ts'
import { type ClamdAddress, toClamdAddress } from './scanner/clamd.ts'

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
  /** The same of another host of this server, for what strangers made. Absent: it is shown from the first. */
  contentUrl: string | undefined
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
  /** Who looks through the files that people send. Absent: nobody. */
  clamd: ClamdAddress | undefined
  /** Who moves the money. Absent: payments are tests. */
  stripe: StripeSettings | undefined
}

const wholePort = 'must be a whole number from 1 to 65535'
const postgresUrl = 'must look like postgresql://user:password@host:5432/database'
const webOrigin = 'must be an http or https address without a path, like https://fettle.example'
const secretKey = 'must be 32 random bytes in base64, as "openssl rand -base64 32" prints them'
const smtpUrl = 'must look like smtp://user:password@host:587 or smtps://user:password@host:465'
const mailbox = 'must be an email address, or a name and an address like "Fettle <hello@fettle.example>"'
const clamdAddress = 'must be host:port, like localhost:3310, or the path of a socket, like /run/clamd.sock'
const hostPortList = 'must be a comma-separated list of host:port, like localhost:11434,10.0.0.5:8080'

const count = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`
  return z.coerce.number(message).int(message).min(min, message).max(max, message)
}

const isOrigin = (text: string) => URL.canParse(text) && /^https?:\/\/[^/?#@\s]+\/?$/.test(text)

const isMailbox = (text: string) => /^([^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text)

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
  CONTENT_URL: z
    .string()
    .refine(isOrigin, webOrigin)
    .optional()
    .describe(
      'Address of this server on another host, for what strangers made. Default: none, and it is shown from PUBLIC_URL.',
    ),
  CLAMD_ADDRESS: z
    .string()
    .transform((text, context) => toClamdAddress(text) ?? context.addIssue(clamdAddress) ?? z.NEVER)
    .optional()
    .describe(
      'ClamAV daemon that looks through files that people send, as host:port or the path of its socket. Default: none.',
    ),
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
  ...sellerVariables,
  RUNS_AT_ONCE: count(1, 10_000)
    .default(100)
    .describe(
      'Runs with side effects of one account that begin at once and not from the queue, at the same time. Default: 100.',
    ),
  STARTS_PER_MINUTE: count(1, 1_000_000)
    .default(120)
    .describe('Runs that one account may start by hand or through the API in a minute. Default: 120.'),
  TOOL_RUNS_PER_MINUTE: count(30, 10_000_000)
    .default(180_000)
    .describe(
      'Runs of tools that one account or address may ask for in a minute; of creators’ tools a thirtieth. Default: 180000.',
    ),
  STORED_MB: count(1, 10_000_000)
    .default(2000)
    .describe('What the logs of large runs of one account may hold together, in MB. Default: 2000.'),
  KEEP_DAYS: count(1, 36_500)
    .default(90)
    .describe('Days for which runs that have ended are kept; what they add up to stays. Default: 90.'),
  KEEP_RUNS: count(1, 1_000_000_000)
    .default(1_000_000)
    .describe('Ended runs of one account that are kept at most. Default: 1000000.'),
  ...serviceVariables,
  ...stripeVariables,
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
  // As browsers write it, or what they say of themselves would be another one.
  const publicUrl = new URL(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).origin
  const contentUrl = values.CONTENT_URL && new URL(values.CONTENT_URL).origin
  // Cookies know no ports.
  if (contentUrl !== undefined && new URL(contentUrl).hostname === new URL(publicUrl).hostname)
    throw new EnvError('CONTENT_URL must have another host than PUBLIC_URL, or it would keep nothing apart.')
  if (publicUrl.startsWith('https:') && contentUrl?.startsWith('http:'))
    throw new EnvError('CONTENT_URL must begin with https:, as PUBLIC_URL does: browsers block the rest of a page.')
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
    publicUrl,
    contentUrl,
    clamd: values.CLAMD_ADDRESS,
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
      toolRunsPerMinute: values.TOOL_RUNS_PER_MINUTE,
      storedBytes: values.STORED_MB * 1_000_000,
      keepDays: values.KEEP_DAYS,
      keepRuns: values.KEEP_RUNS,
    },
    oidc: readOidc(values),
    ai: readAi(values),
    stripe,
  }
}

function wrongValue(error: z.ZodError, given: NodeJS.ProcessEnv): EnvError {
  const issue = error.issues[0]
  const name = String(issue?.path[0])
  const value = SECRETS.has(name) ? '' : `, but is ${JSON.stringify(given[name])}`
  return new EnvError(`${name} ${issue?.message}${value}.`)
}
