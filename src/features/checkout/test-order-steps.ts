import fc from 'fast-check'

/** One thing that may happen in a life, as often beside the others as its weight says. */
export const does = <Name extends string, More extends object>(
  weight: number,
  name: Name,
  more: fc.Arbitrary<More>,
) => ({ weight, arbitrary: more.map((given) => ({ do: name, ...given })) })

/** How the first of those who ask the provider ends: it dies before the provider hears of it, after that, or not at all. */
export type Death = 'no' | 'before' | 'after'
const dies = fc.constantFrom<Death>('no', 'no', 'no', 'no', 'before', 'after')

const oneOf = fc.nat({ max: 30 })
const which = oneOf
const who = oneOf
const nothing = fc.constant({})
const upTo = (max: number) => fc.integer({ min: 1, max })
/** Calls of one key are one refund. */
const asking = { which, atOnce: upTo(2), isOneCall: fc.boolean(), dies }

const single = fc.oneof(
  does(
    4,
    'buy',
    fc.record({
      ...{ who, dies, atOnce: upTo(4) },
      coupon: fc.constantFrom(undefined, undefined, null, 'HALF', 'GIFT', 'LEAST'),
    }),
  ),
  does(1, 'take', fc.record({ which })),
  does(
    2,
    'tip',
    fc.record({ who, dies, atOnce: upTo(3), isForSale: fc.boolean(), cents: fc.constantFrom(100, 101, 777) }),
  ),
  does(6, 'pay', fc.record({ which })),
  does(1, 'decline', fc.record({ which })),
  does(1, 'run', fc.record({ who, times: upTo(4), success: fc.constantFrom(true, true, false) })),
  does(1, 'consent', fc.record({ which })),
  does(1, 'copy', fc.record({ who })),
  does(3, 'creator_refunds', fc.record({ ...asking, cents: upTo(1200) })),
  does(3, 'buyer_refunds', fc.record(asking)),
  does(
    2,
    'admin_refunds',
    fc.record({
      ...asking,
      by: fc.constantFrom([0], [1], [0, 1], [0, 1]),
      cents: fc.option(fc.oneof(upTo(1200), fc.constantFrom(5000, 10_000, 10_001)), { nil: undefined, freq: 1 }),
    }),
  ),
  // Whoever heard nothing asks again under the same key.
  does(1, 'ask_again', fc.record({ which, dies })),
  does(1, 'refund_at_desk', fc.record({ which, cents: upTo(999) })),
  does(2, 'refund_fails', fc.record({ which })),
  does(3, 'dispute', fc.record({ which, cents: fc.constantFrom(undefined, undefined, 1, 99, 500, 1189) })),
  does(3, 'decide', fc.record({ which, won: fc.boolean() })),
  does(6, 'deliver', fc.record({ which, dies, keep: fc.boolean(), atOnce: upTo(3) })),
  does(1, 'lose_event', fc.record({ which })),
  does(1, 'lose_answer', fc.record({ answers: upTo(2) })),
  does(1, 'move', fc.record({ who, to: fc.constantFrom('DE', 'US', 'FR') })),
  does(1, 'price', fc.record({ cents: fc.oneof(fc.constant(0), fc.integer({ min: 99, max: 2000 })) })),
  does(1, 'moderate', fc.record({ isRemoved: fc.boolean() })),
  does(2, 'wait', fc.record({ days: upTo(8) })),
  does(1, 'sweep', nothing),
  does(1, 'invoice', nothing),
)
export type Single = typeof single extends fc.Arbitrary<infer T> ? T : never
export type Doing<Name extends Single['do']> = Extract<Single, { do: Name }>

/** Refund beside dispute, two buyers of a last coupon, a payment that is told of twice: whatever meets. No call takes days. */
const together = fc.array(
  single.filter((one) => one.do !== 'wait'),
  { minLength: 2, maxLength: 4 },
)
export const step = fc.oneof({ weight: 3, arbitrary: single }, { weight: 1, arbitrary: together })
export type Step = Single | Single[]

const ordered: Step = { do: 'buy', who: 0, dies: 'no', atOnce: 1, coupon: null }
const tipped: Step = { do: 'tip', who: 1, dies: 'no', atOnce: 1, isForSale: false, cents: 777 }
const paid: readonly Step[] = [
  { do: 'pay', which: 0 },
  { do: 'deliver', which: 0, dies: 'no', keep: false, atOnce: 1 },
]
const days = (count: number): Step => ({ do: 'wait', days: count })
/** Most of what may happen is about a payment, so that most lives begin with one. */
export const beginning = fc.constantFrom<readonly Step[]>(
  [],
  [ordered, ...paid],
  [tipped, ...paid],
  [ordered, ...paid, tipped, ...paid],
  // Not for their buyers to take back: used, too old.
  [ordered, { do: 'consent', which: 0 }, ...paid, { do: 'run', who: 0, times: 4, success: true }],
  [ordered, ...paid, days(8), days(7)],
  [tipped, ...paid, days(8)],
  [ordered, { do: 'moderate', isRemoved: true }, ...paid],
  // Too much for one admin.
  [
    ...[{ do: 'price', cents: 12_345 } as const, ordered, ...paid],
    { do: 'admin_refunds', which: 0, by: [0], cents: undefined, atOnce: 1, isOneCall: true, dies: 'no' },
  ],
)
