import type { ReactNode } from 'react'
import { api } from '#src/client/api.ts'
import { dollars } from '#src/lib/price-text.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { DataTable, type TableColumn } from '#src/ui/data-table.tsx'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import type { DeskProps } from './desk.ts'
import type { devPaymentsContract, TestWorld } from './dev-payments.schema.ts'

interface PartProps<Row> {
  readonly id: string
  readonly title: string
  readonly none: string
  readonly rows: readonly Row[]
  readonly columns: readonly TableColumn<Row>[]
  readonly rowKey: (row: Row, at: number) => string
}

const Part = <Row,>({ id, title, none, rows, columns, rowKey }: PartProps<Row>) => (
  <section aria-labelledby={id} className="flex min-w-0 flex-col gap-3">
    <SectionHeader id={id} title={title} />
    {rows.length === 0 ? (
      <p className="text-14 text-text-2">{none}</p>
    ) : (
      <DataTable caption={title} hidesCaption columns={columns} rows={rows} rowKey={rowKey} />
    )}
  </section>
)

const code = (text: string) => <code className="font-mono text-13 whitespace-nowrap">{text}</code>
const when = (at: string) => <span className="figures whitespace-nowrap">{at.slice(0, 16).replace('T', ' ')} UTC</span>
const words = (status: string) => status.replaceAll('_', ' ')

const idColumn = { key: 'id', header: 'Id', isHeader: true, cell: ({ id }: { readonly id: string }) => code(id) }
const amountColumn = {
  ...{ key: 'amount', header: 'Amount', numeric: true },
  cell: ({ amount }: { readonly amount: number }) => dollars(amount),
}
const statusColumn = {
  ...{ key: 'status', header: 'State' },
  cell: ({ status }: { readonly status: string }) => <Badge>{words(status)}</Badge>,
}
const ofColumn = {
  ...{ key: 'of', header: 'Payment' },
  cell: ({ intentId }: { readonly intentId: string }) => code(intentId),
}

interface DoProps extends Pick<DeskProps, 'busy' | 'act'> {
  readonly label: string
  /** Whose it is, for those who do not see the row. */
  readonly of: string
  readonly said: string
  readonly work: () => Promise<unknown>
}
const Do = ({ label, of, said, work, busy, act }: DoProps) => (
  <Button size="dense" busy={busy} onClick={() => void act(said, work)}>
    {label}
    <span className="sr-only"> {of}</span>
  </Button>
)
const Choice = ({ children }: { readonly children: ReactNode }) => <div className="flex gap-1.5">{children}</div>

type Payment = TestWorld['payments'][number]
export const Payments = ({ world: { payments }, ...desk }: DeskProps) => (
  <Part
    id="payments"
    title="Payments and forms for cards"
    none="Nobody has paid yet."
    rows={payments}
    rowKey={({ id }) => id}
    columns={[
      idColumn,
      { key: 'for', header: 'For', cell: ({ description, kind }: Payment) => description || words(kind) },
      amountColumn,
      { key: 'left', header: 'Not given back', numeric: true, cell: ({ left }) => dollars(left) },
      statusColumn,
      { key: 'at', header: 'Made', cell: ({ createdAt }) => when(createdAt) },
      {
        key: 'do',
        header: 'Bank',
        cell: ({ id, left, isDisputed }) =>
          left === 0 || isDisputed ? null : (
            <Do
              {...desk}
              label="Dispute"
              of={id}
              said="The bank disputes it"
              work={() =>
                api<typeof devPaymentsContract.dispute>('POST', '/api/dev/payments/intents/:object/dispute', {
                  params: { object: id },
                })
              }
            />
          ),
      },
    ]}
  />
)

const decide = (object: string, outcome: 'won' | 'lost') => () =>
  api<typeof devPaymentsContract.decide>('POST', '/api/dev/payments/disputes/:object/decide', {
    params: { object },
    body: { outcome },
  })

type Dispute = TestWorld['disputes'][number]
export const Disputes = ({ world: { disputes }, ...desk }: DeskProps) => (
  <Part
    id="disputes"
    title="Disputes"
    none="No bank disputes anything."
    rows={disputes}
    rowKey={({ id }) => id}
    columns={[
      idColumn,
      ofColumn,
      amountColumn,
      { key: 'fee', header: 'Fee', numeric: true, cell: ({ fee }: Dispute) => dollars(fee) },
      statusColumn,
      { key: 'by', header: 'Lost without evidence', cell: ({ respondBy }) => when(respondBy) },
      {
        key: 'do',
        header: 'Decide',
        cell: ({ id, status }) =>
          status === 'won' || status === 'lost' ? null : (
            <Choice>
              <Do {...desk} label="We win" of={id} said="The dispute is won" work={decide(id, 'won')} />
              <Do {...desk} label="We lose" of={id} said="The dispute is lost" work={decide(id, 'lost')} />
            </Choice>
          ),
      },
    ]}
  />
)

const endRefund = (object: string, outcome: 'succeeded' | 'failed') => () =>
  api<typeof devPaymentsContract.endRefund>('POST', '/api/dev/payments/refunds/:object/end', {
    params: { object },
    body: { outcome },
  })

type Refund = TestWorld['refunds'][number]
export const Refunds = ({ world: { refunds }, ...desk }: DeskProps) => (
  <Part
    id="refunds"
    title="Refunds"
    none="Nothing was given back."
    rows={refunds}
    rowKey={({ id }) => id}
    columns={[
      idColumn,
      ofColumn,
      amountColumn,
      statusColumn,
      {
        key: 'do',
        header: 'Bank',
        cell: ({ id, status }: Refund) =>
          status === 'failed' ? null : (
            <Choice>
              {status === 'pending' ? (
                <Do {...desk} label="Take it" of={id} said="The refund has arrived" work={endRefund(id, 'succeeded')} />
              ) : null}
              <Do {...desk} label="Refuse it" of={id} said="The refund has failed" work={endRefund(id, 'failed')} />
            </Choice>
          ),
      },
    ]}
  />
)

export const Transfers = ({ world: { transfers } }: DeskProps) => (
  <Part
    id="transfers"
    title="Transfers to creators"
    none="Nobody was paid out."
    rows={transfers}
    rowKey={({ id }) => id}
    columns={[idColumn, amountColumn, statusColumn]}
  />
)

type Webhook = TestWorld['webhooks'][number]
export const Webhooks = ({ world: { webhooks }, ...desk }: DeskProps) => (
  <Part
    id="webhooks"
    title="Webhooks"
    none="There was nothing to tell."
    rows={webhooks}
    rowKey={({ id }) => id}
    columns={[
      { key: 'type', header: 'Event', isHeader: true, cell: ({ type }: Webhook) => code(type) },
      { key: 'about', header: 'About', cell: ({ objectId }) => code(objectId) },
      {
        key: 'due',
        header: 'Next',
        cell: ({ dueAt }) => (dueAt === null ? '–' : <Badge kind="warn">Waits</Badge>),
      },
      { key: 'sent', header: 'Taken', numeric: true, cell: ({ sent }) => sent.toLocaleString('en') },
      { key: 'failed', header: 'Not taken', numeric: true, cell: ({ failed }) => failed.toLocaleString('en') },
      {
        key: 'do',
        header: 'Send',
        cell: ({ id, type, sent }) => (
          <Do
            {...desk}
            label={sent === 0 ? 'Send now' : 'Send again'}
            of={type}
            said="The webhook was sent"
            work={() =>
              api<typeof devPaymentsContract.send>('POST', '/api/dev/payments/webhooks/:object/send', {
                params: { object: id },
              })
            }
          />
        ),
      },
    ]}
  />
)

export const Plans = ({ world: { plans } }: DeskProps) => (
  <Part
    id="plans"
    title="What the clock will come to"
    none="Nothing waits for the clock."
    rows={plans}
    rowKey={({ what, objectId }) => `${what} ${objectId}`}
    columns={[
      { key: 'what', header: 'What', isHeader: true, cell: ({ what }: TestWorld['plans'][number]) => words(what) },
      { key: 'about', header: 'About', cell: ({ objectId }) => code(objectId) },
      { key: 'at', header: 'When', cell: ({ at }) => when(at) },
    ]}
  />
)
