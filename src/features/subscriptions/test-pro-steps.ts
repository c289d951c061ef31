import fc from 'fast-check'
import { does } from '#src/features/checkout/test-order-steps.ts'

/** For the form of the embedded provider. */
export const CARDS = {
  good: '4242424242424242',
  declinedLater: '4000000000000341',
  refundFails: '4000000000005126',
} as const

const which = fc.nat({ max: 5 })
const upTo = (max: number) => fc.integer({ min: 1, max })
const nothing = fc.constant({})

const act = fc.oneof(
  does(4, 'refund', fc.record({ which, part: fc.boolean(), heard: fc.boolean() })),
  does(
    3,
    'admin_refunds',
    fc.record({
      ...{ which, atOnce: upTo(3), isOneCall: fc.boolean() },
      by: fc.constantFrom([0], [1], [0, 1]),
      cents: fc.constantFrom(undefined, 1, 299, 300, 10_001),
      // To whom the provider does not answer, or who dies before it has heard, or after that.
      cut: fc.constantFrom('no', 'unanswered', 'unsent', 'unheard'),
    }),
  ),
  does(1, 'ask_again', fc.record({ which })),
  does(1, 'sweep', nothing),
  does(2, 'dispute', fc.record({ which, heard: fc.boolean() })),
  does(1, 'decide', fc.record({ which, won: fc.boolean() })),
  does(2, 'hear', fc.record({ which })),
  does(4, 'use', fc.record({ tools: fc.constantFrom([0], [1], [0, 1]) })),
  does(2, 'share', fc.record({ atOnce: upTo(2) })),
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'resume' as const, 'year' as const) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('pay' as const, 'open_form' as const) }) },
  does(1, 'card', fc.record({ card: fc.constantFrom(...Object.values(CARDS)) })),
)
export type Act = typeof act extends fc.Arbitrary<infer T> ? T : never
export type Doing<Name extends Act['do']> = Extract<Act, { do: Name }>

const renewal = fc.record({
  days: fc.constantFrom(0, 1, 5, 31, 32),
  /** What happens while the provider is asked. */
  before: fc.option(act),
  after: fc.option(act),
  cut: fc.constantFrom('no', 'no', 'no', 'unsent', 'unheard'),
})
export const step = fc.oneof(
  { weight: 3, arbitrary: renewal.map((clock) => ({ clock })) },
  { weight: 2, arbitrary: act.map((one) => ({ act: one })) },
)
export type Renewal = typeof renewal extends fc.Arbitrary<infer T> ? T : never

/** Before anything else happens. A year costs too much for one admin to give it back. */
export const beginning = fc.record({
  card: fc.constantFrom(CARDS.good, CARDS.good, CARDS.refundFails),
  interval: fc.constantFrom('month' as const, 'month' as const, 'month' as const, 'year' as const),
  used: fc.constantFrom([], [0], [0, 1]),
})
export type Beginning = typeof beginning extends fc.Arbitrary<infer T> ? T : never
