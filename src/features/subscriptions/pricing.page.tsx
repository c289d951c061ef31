import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { PageMeta } from '#src/client/page-meta.tsx'
import { TestPaymentsNote } from '#src/client/payments-note.tsx'
import { useTaxes } from '#src/client/price-with-tax.ts'
import { requestContext } from '#src/client/request-context.ts'
import { CREATORS_PERCENT, FREE_CONTAINS, GRACE_DAYS, PRO_CONTAINS, PRO_PRICE, TRIAL_DAYS } from '#src/lib/pro-plan.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'
import type { subscriptionsContract } from './subscriptions.schema.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  const { viewer, call, reportError } = context.get(requestContext)
  if (viewer === null) return { hasPro: false }
  try {
    return { hasPro: (await call<typeof subscriptionsContract.get>('GET', '/api/subscription', {})).hasPro }
  } catch (error) {
    // What Pro costs is no secret of somebody's subscription.
    reportError(error)
    return { hasPro: false }
  }
}

const LEAD = 'Tools and workflows are free. Pro adds the tools of creators who are paid for them, and code of your own.'

const wholeDollars = (cents: number): string => `$${cents / 100}`

interface PlanProps {
  readonly name: string
  readonly price: string
  readonly per: string
  readonly contains: readonly string[]
  readonly next: ReactNode
}

const Plan = ({ name, price, per, contains, next }: PlanProps) => (
  <Card heading={name}>
    <div className="flex flex-col gap-4">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="figures text-32 font-semibold">{price}</span>
        <span className="text-14 text-text-2">{per}</span>
      </p>
      <ul className="flex flex-col gap-2 text-14">
        {contains.map((text) => (
          <li key={text} className="flex gap-2">
            <Check size={16} className="mt-0.5 shrink-0 text-ok" />
            {text}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">{next}</div>
    </div>
  </Card>
)

const saved = PRO_PRICE.month * 12 - PRO_PRICE.year

const QUESTIONS: readonly (readonly [string, string])[] = [
  [
    'How does the trial work?',
    `Once for each person, Pro is free for ${TRIAL_DAYS} days. You leave a card; it is charged when the trial ends, we write to you before, and you can cancel until then.`,
  ],
  [
    'What happens when I cancel?',
    'Pro stays until the end of what you have paid for. Until then you can take the cancellation back.',
  ],
  [
    'What if a payment fails?',
    `Pro goes on for ${GRACE_DAYS} days. We try the card again and tell you, and you can enter another one.`,
  ],
  [
    'Where does the money go?',
    `${CREATORS_PERCENT} % of what Pro brings in, less refunds, goes to the creators of Pro tools each month, by how many different subscribers used their tools.`,
  ],
]

const OwnPro = () => (
  <>
    <p className="text-14">You have Pro.</p>
    <ButtonLink to="/subscription">Your subscription</ButtonLink>
  </>
)

export default function PricingPage() {
  const { hasPro } = useLoaderData<typeof loader>()
  const taxes = useTaxes()
  return (
    <>
      <PageMeta title="Pricing · Fettle" description={LEAD} path="/pricing" />
      <PageHeader title="Pricing" lead={LEAD} />
      <PageBody>
        <TestPaymentsNote />
        <div className="grid gap-4 md:grid-cols-2">
          <Plan
            name="Free"
            price="$0"
            per="for as long as you like"
            contains={FREE_CONTAINS}
            next={<ButtonLink to="/explore">Explore tools</ButtonLink>}
          />
          <Plan
            name="Pro"
            price={wholeDollars(PRO_PRICE.month)}
            per={`a month, or ${wholeDollars(PRO_PRICE.year)} a year, which saves ${wholeDollars(saved)}`}
            contains={PRO_CONTAINS}
            next={
              hasPro ? (
                <OwnPro />
              ) : (
                <ButtonLink variant="primary" to="/subscription">
                  Get Pro
                </ButtonLink>
              )
            }
          />
        </div>
        <p className="text-14 text-text-2">
          Prices are in US dollars{taxes ? ', and tax may come on top, by your country' : ''}. Single tools that cost
          something are bought once, with Pro or without.
        </p>
        <dl className="grid max-w-3xl gap-6">
          {QUESTIONS.map(([question, answer]) => (
            <div key={question}>
              <dt className="text-16 font-medium">{question}</dt>
              <dd className="mt-1 text-14 text-text-2">{answer}</dd>
            </div>
          ))}
        </dl>
      </PageBody>
    </>
  )
}
