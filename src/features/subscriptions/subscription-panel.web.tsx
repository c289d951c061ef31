import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import { dollars } from '#src/lib/price-text.ts'
import { Badge, type BadgeKind } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { ProCardFields } from './pro-card-form.web.tsx'
import type {
  ProCardForm,
  SubscriptionAnswer,
  SubscriptionView,
  subscriptionsContract,
} from './subscriptions.schema.ts'
import { dayOf, inWords } from './words.ts'

const LABELS: Readonly<Record<SubscriptionView['status'], { label: string; kind: BadgeKind }>> = {
  incomplete: { label: 'Not begun', kind: 'warn' },
  incomplete_expired: { label: 'Not begun', kind: 'neutral' },
  trialing: { label: 'Trial', kind: 'ok' },
  active: { label: 'Active', kind: 'ok' },
  past_due: { label: 'Payment failed', kind: 'bad' },
  unpaid: { label: 'Unpaid', kind: 'bad' },
  paused: { label: 'Paused', kind: 'warn' },
  canceled: { label: 'Ended', kind: 'neutral' },
}

type Question = 'cancel' | 'year'

function StateBadge({ view: { status, cancelAtPeriodEnd, isRefunded } }: { readonly view: SubscriptionView }) {
  // The clock ends what was refunded within a minute.
  const { kind, label } = LABELS[isRefunded ? 'canceled' : status]
  return <Badge kind={kind}>{cancelAtPeriodEnd && !isRefunded ? 'Ends soon' : label}</Badge>
}

interface SubscriptionPanelProps {
  readonly view: SubscriptionView
  readonly onChanged: (answer: SubscriptionAnswer) => void
  /** Asks the server again, after a card was confirmed. */
  readonly onCardDone: () => void
}

/** What somebody has, and all that can be done with it. */
export function SubscriptionPanel({ view, onChanged, onCardDone }: SubscriptionPanelProps) {
  const [busy, setBusy] = useState(false)
  const [form, setForm] = useState<ProCardForm>()
  const [question, setQuestion] = useState<Question>()
  const act = async <T,>(failed: string, work: () => Promise<T>, done: (answer: T) => void) => {
    setBusy(true)
    try {
      done(await work())
    } catch (error) {
      toast({ kind: 'error', title: failed, description: toApiError(error).message, destructive: true })
    } finally {
      setBusy(false)
      setQuestion(undefined)
    }
  }
  const ask = (what: 'pay' | 'card') =>
    act(
      'The card form did not open',
      () =>
        what === 'pay'
          ? api<typeof subscriptionsContract.pay>('POST', '/api/subscription/pay', { body: {} })
          : api<typeof subscriptionsContract.changeCard>('POST', '/api/subscription/card', { body: {} }),
      setForm,
    )
  const change = (failed: string, said: string, work: () => Promise<SubscriptionAnswer>) =>
    act(failed, work, (answer) => {
      toast({ kind: 'success', title: said })
      onChanged(answer)
    })
  const { status, upgradePrice } = view
  return (
    <Card
      heading="Pro"
      actions={
        <>
          <StateBadge view={view} />
          {form === undefined ? null : (
            <Button variant="ghost" size="dense" onClick={() => setForm(undefined)}>
              Back
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="max-w-2xl text-16">{inWords(view)}</p>
        <Facts view={view} />
        {form === undefined ? (
          <div className="flex flex-wrap gap-2">
            <Actions
              view={view}
              busy={busy}
              onForm={(what) => void ask(what)}
              onAsk={setQuestion}
              onResume={() =>
                void change('Your subscription was not resumed', 'Your subscription goes on', () =>
                  api<typeof subscriptionsContract.resume>('POST', '/api/subscription/resume', { body: {} }),
                )
              }
              onMonth={() =>
                void change('Nothing was changed', 'Your next payment will be for a month', () =>
                  api<typeof subscriptionsContract.change>('POST', '/api/subscription/interval', {
                    body: { interval: 'month' },
                  }),
                )
              }
            />
          </div>
        ) : (
          <ProCardFields
            form={form}
            keepLabel="Keep this card"
            onDone={() => {
              setForm(undefined)
              onCardDone()
            }}
          />
        )}
      </div>
      <ConfirmDialog
        open={question === 'cancel'}
        onClose={() => setQuestion(undefined)}
        title="Cancel Pro?"
        confirmLabel="Cancel Pro"
        keepLabel="Keep Pro"
        danger
        busy={busy}
        onConfirm={() =>
          void change('Your subscription was not cancelled', 'Your subscription is cancelled', () =>
            api<typeof subscriptionsContract.cancel>('POST', '/api/subscription/cancel', { body: {} }),
          )
        }
      >
        {status === 'past_due'
          ? 'Pro ends now, and the payment that failed is not tried again.'
          : `Pro stays until ${view.periodEnd === null ? 'its end' : dayOf(view.periodEnd)}. Nothing more is charged.`}
      </ConfirmDialog>
      <ConfirmDialog
        open={question === 'year'}
        onClose={() => setQuestion(undefined)}
        title="Pay by the year?"
        confirmLabel={upgradePrice === null ? 'Pay by the year' : `Pay ${dollars(upgradePrice)}`}
        busy={busy}
        onConfirm={() =>
          void change('Nothing was changed', 'You now pay by the year', () =>
            api<typeof subscriptionsContract.change>('POST', '/api/subscription/interval', {
              body: { interval: 'year' },
            }),
          )
        }
      >
        {upgradePrice === null
          ? 'Your next payment will be for a year.'
          : 'A year begins today. What is left of your month is taken off its price, and your card is charged now.'}
      </ConfirmDialog>
    </Card>
  )
}

/** "visa" → "Visa", as the provider has names for programs. */
const capitalized = (brand: string): string => brand.charAt(0).toUpperCase() + brand.slice(1)

function Facts({ view: { card, nextCharge, nextInterval } }: { readonly view: SubscriptionView }) {
  const facts = [
    ['Card', card && `${capitalized(card.brand)}, ends in ${card.last4}, valid until ${card.expMonth}/${card.expYear}`],
    ['Next charge', nextCharge && `${dollars(nextCharge.amount)} for a ${nextInterval} on ${dayOf(nextCharge.at)}`],
  ] as const
  return (
    <dl className="flex flex-col gap-1 text-14">
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name} className="flex flex-wrap gap-x-2">
            <dt className="text-text-2">{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

interface ActionsProps {
  readonly view: SubscriptionView
  readonly busy: boolean
  readonly onForm: (what: 'pay' | 'card') => void
  readonly onAsk: (question: Question) => void
  readonly onResume: () => void
  /** Also takes the choice of a year back, as long as it has not begun. */
  readonly onMonth: () => void
}

function Actions({ view, busy, onForm, onAsk, onResume, onMonth }: ActionsProps) {
  const { status, cancelAtPeriodEnd, isRefunded, interval, nextInterval } = view
  const isDue = status === 'past_due' || status === 'unpaid' || status === 'paused'
  const runs = status === 'active' || status === 'trialing'
  return (
    <>
      {isDue ? (
        <Button variant="primary" busy={busy} onClick={() => onForm('pay')}>
          Pay now
        </Button>
      ) : null}
      {runs && cancelAtPeriodEnd && !isRefunded ? (
        <Button variant="primary" busy={busy} onClick={onResume}>
          Resume
        </Button>
      ) : null}
      {runs && !cancelAtPeriodEnd && nextInterval === 'month' ? (
        <Button onClick={() => onAsk('year')}>Pay by the year</Button>
      ) : null}
      {runs && !cancelAtPeriodEnd && nextInterval === 'year' ? (
        <Button busy={busy} onClick={onMonth}>
          {interval === 'month' ? 'Stay with the month' : 'Pay by the month after this year'}
        </Button>
      ) : null}
      {(runs && !isRefunded) || status === 'past_due' ? (
        <Button busy={busy} onClick={() => onForm('card')}>
          Change card
        </Button>
      ) : null}
      {(runs && !cancelAtPeriodEnd) || status === 'past_due' ? (
        <Button variant="ghost" onClick={() => onAsk('cancel')}>
          Cancel Pro
        </Button>
      ) : null}
    </>
  )
}
