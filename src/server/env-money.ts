import { z } from '#src/lib/zod.ts'
import { EnvError, listOf, oneOf } from './env-values.ts'

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

const stripeKey = (kind: string) => `must look like ${kind}_test_… or ${kind}_live_…`

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

/** Who sells, and what tax they take. */
export const sellerVariables = {
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
}

/** Who moves the money. */
export const stripeVariables = {
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

const Given = z.object(stripeVariables)

export function readStripe(values: z.output<typeof Given>): StripeSettings | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = values
  if (secretKey === undefined && publishableKey === undefined) return undefined
  if (secretKey === undefined || publishableKey === undefined)
    throw new EnvError('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY belong together: one of them is missing.')
  const livemode = secretKey.includes('k_live_')
  if (livemode !== publishableKey.startsWith('pk_live_'))
    throw new EnvError('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test keys or both be live keys.')
  return { secretKey, publishableKey, webhookSecret: values.STRIPE_WEBHOOK_SECRET ?? '', livemode }
}
