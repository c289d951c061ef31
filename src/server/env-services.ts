import { z } from '#src/lib/zod.ts'
import { EnvError, listOf, oneOf } from './env-values.ts'

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

const issuer = 'must be an https address, or an http address on localhost'
const aiAddress = 'must be an http or https address without user, query or fragment, like http://localhost:11434/v1'

const isIssuer = (text: string) =>
  URL.canParse(text) && /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)(:|\/|$))/.test(text)

const isAiAddress = (text: string) => URL.canParse(text) && /^https?:\/\/[^?#@\s]+$/.test(text)

/** Services of others: one to sign in with, one that AI steps ask. */
export const serviceVariables = {
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
}

const Given = z.object(serviceVariables)
type Given = z.output<typeof Given>

export function readOidc(values: Given): OidcSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: name } = values
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return undefined
  const missing = Object.entries({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret })
  for (const [variable, value] of missing)
    if (value === undefined) throw new EnvError(`${variable} is missing: sign-in with a provider needs all three.`)
  return { issuer: issuer ?? '', clientId: clientId ?? '', clientSecret: clientSecret ?? '', name }
}

export function readAi(values: Given): AiSettings | undefined {
  const { AI_BASE_URL: baseUrl, AI_API_KEY: apiKey, AI_MODEL: model, AI_MODELS: otherModels, AI_JSON: json } = values
  if (baseUrl === undefined && model === undefined && apiKey === undefined) return undefined
  for (const [variable, value] of Object.entries({ AI_BASE_URL: baseUrl, AI_MODEL: model }))
    if (value === undefined) throw new EnvError(`${variable} is missing: AI steps need AI_BASE_URL and AI_MODEL.`)
  return { baseUrl: (baseUrl ?? '').replace(/\/+$/, ''), apiKey, model: model ?? '', otherModels, json }
}
