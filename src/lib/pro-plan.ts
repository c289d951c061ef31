/** How often Pro is paid for. */
export const INTERVALS = ['month', 'year'] as const
export type Interval = (typeof INTERVALS)[number]

/** What Pro costs, in cents of US dollars. Everything that names a price reads it here. */
export const PRO_PRICE = { month: 900, year: 9000 } as const satisfies Readonly<Record<Interval, number>>
export const MONTHS: Readonly<Record<Interval, number>> = { month: 1, year: 12 }

/** Once for each person, with a card. */
export const TRIAL_DAYS = 14
/** How long a first payment may take until the subscription lapses. */
export const INCOMPLETE_HOURS = 23
/** Access goes on so long while a renewal does not succeed. */
export const GRACE_DAYS = 7
/** Days after the first failure on which the card is tried again. */
export const RETRY_DAYS = [2, 7, 14, 21] as const
/** How long before a charge that comes rarely it is announced. */
export const NOTICE_DAYS = { trial: 3, year: 7 } as const

/** How long a higher price is announced before anybody who has Pro pays it. */
export const PRICE_NOTICE_DAYS = 30

/** Of Pro's revenue, what is shared among the creators of Pro tools. */
export const CREATORS_PERCENT = 70

export const FREE_CONTAINS = [
  'Every free tool, without an account',
  'Workflows with schedules, webhooks and approvals',
  'Tools of your own, made without code',
  'Favourites, history and shared links',
] as const

export const PRO_CONTAINS = [
  'All that is free',
  'Every Pro tool, also in workflows and through the API',
  'Tools of your own with JavaScript, run and published',
] as const
