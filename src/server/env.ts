import { resolve } from 'node:path'
import { z } from '#src/lib/zod.ts'

/** The environment as one typed value, parsed once at boot. */
export interface Env {
  port: number
  host: string
  /** Absent: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined
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
}

/** A wrong value in the environment; the message is one sentence that names the variable. */
export class EnvError extends Error {
  override name = 'EnvError'
}

const wholePort = 'must be a whole number from 1 to 65535'
const postgresUrl = 'must look like postgresql://user:password@host:5432/database'
const webOrigin = 'must be an http or https address without a path, like https://fettle.example'
const hostPortList = 'must be a comma-separated list of host:port, like localhost:11434,10.0.0.5:8080'

const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, `must be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`)

const isOrigin = (text: string) => URL.canParse(text) && /^https?:\/\/[^/?#@\s]+\/?$/.test(text)

const splitList = (text: string) =>
  text
    .toLowerCase()
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

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
  DATA_DIR: z
    .string()
    .default('./data')
    .describe('Folder of the embedded database and of local files. Default: ./data.'),
  ROLE: oneOf(['all', 'web', 'worker'])
    .default('all')
    .describe(
      'What this process does: web answers requests, worker takes over runs of processes that are gone, all does both. Default: all.',
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
    .transform(splitList)
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
}

const Variables = z.object(variables)

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
  return {
    port: values.PORT,
    host: values.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    databaseUrl: values.DATABASE_URL,
    dataDir: resolve(values.DATA_DIR),
    role: values.ROLE,
    logLevel: values.LOG_LEVEL,
    nodeEnv: values.NODE_ENV,
    production,
    publicUrl: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/$/, ''),
    egressAllow: values.EGRESS_ALLOW,
    trustProxy: values.TRUST_PROXY === 'true',
    sandbox: values.SANDBOX,
  }
}

function wrongValue(error: z.ZodError, given: NodeJS.ProcessEnv): EnvError {
  const issue = error.issues[0]
  const name = String(issue?.path[0])
  // A database address holds a password, which has no place on a screen or in a log.
  const value = name === 'DATABASE_URL' ? '' : `, but is ${JSON.stringify(given[name])}`
  return new EnvError(`${name} ${issue?.message}${value}.`)
}
