import { z } from '#src/lib/zod.ts'
import { defineNode } from '#src/sdk/define-node.ts'
import { Amount, durationMs, endAfter, MAX_WAIT_MS, TOO_LONG, unitField } from './durations.ts'
import { field } from './field-hints.ts'

const MAX_APPROVERS = 20
const Address = z.email()

/** "Ada@example.com, bob@example.com" or a list of addresses: each once, in lower case. */
const addressesIn = (approvers: string | readonly string[]): string[] => {
  const all = typeof approvers === 'string' ? approvers.split(/[\s,;]+/) : approvers
  return [...new Set(all.map((one) => one.trim().toLowerCase()).filter((one) => one !== ''))]
}

const Approvers = z.union([z.string(), z.array(z.string())]).refine(
  (approvers) => {
    const addresses = addressesIn(approvers)
    const areAddresses = addresses.every((one) => Address.safeParse(one).success)
    return areAddresses && addresses.length > 0 && addresses.length <= MAX_APPROVERS
  },
  { error: `Name one to ${MAX_APPROVERS} e-mail addresses, with commas between them` },
)

const tooFew = (needed: number, asked: number): string =>
  `${needed} must approve, but ${asked} ${asked === 1 ? 'is' : 'are'} asked`

const AT_DEADLINE = { expire: 'expired', approve: 'approved', reject: 'rejected' } as const

const ApprovalConfig = z
  .strictObject({
    question: field(z.string().trim().min(1, { error: 'Write what is asked' }).max(200), {
      title: 'Question',
      description: 'What is to be approved, in one line.',
      control: 'text',
      placeholder: 'Pay {{ trigger.body.amount }} to {{ trigger.body.name }}?',
    }),
    details: field(z.string().max(2000).default(''), {
      title: 'Details',
      description: 'What people should know to decide.',
      control: 'text',
    }),
    approvers: field(Approvers, {
      title: 'Who decides',
      description:
        'E-mail addresses with commas between them. Each gets a link of their own by mail, and needs no account.',
      control: 'text',
      placeholder: 'ada@example.com, bob@example.com',
    }),
    needed: field(z.int().min(1).max(MAX_APPROVERS).default(1), {
      title: 'How many must approve',
      description: 'Of those who are asked.',
      control: 'number',
    }),
    veto: field(z.boolean().default(true), {
      title: 'One rejection is enough',
      description: 'Otherwise it is rejected when too few are left to approve.',
      control: 'switch',
    }),
    amount: field(Amount.default(3), {
      title: 'Time to decide',
      description: 'How long the run waits for the decision.',
      control: 'number',
    }),
    unit: unitField('days'),
    atDeadline: field(z.enum(['expire', 'approve', 'reject']).default('expire'), {
      title: 'When the time is over',
      description: 'What then happens.',
      control: 'select',
      options: [
        { value: 'expire', label: 'Go on by the port “expired”' },
        { value: 'approve', label: 'Take it as approved' },
        { value: 'reject', label: 'Take it as rejected' },
      ],
    }),
  })
  .superRefine(({ approvers, needed }, { addIssue }) => {
    const addresses = addressesIn(approvers)
    const areKnown = addresses.every((one) => Address.safeParse(one).success)
    if (areKnown && addresses.length > 0 && needed > addresses.length)
      addIssue({ code: 'custom', path: ['needed'], message: tooFew(needed, addresses.length) })
  })
  .refine(({ amount, unit }) => durationMs(amount, unit) <= MAX_WAIT_MS, { path: ['amount'], error: TOO_LONG })

const Decided = z.object({
  /** Null: the time was over before it was decided. */
  outcome: z.enum(['approved', 'rejected']).nullable(),
  decisions: z.array(z.json()),
})

export const approval = defineNode({
  type: 'approval',
  version: 1,
  title: 'Approval',
  description: 'Asks people to approve or reject, and waits for their decision.',
  category: 'logic',
  icon: 'stamp',
  config: ApprovalConfig,
  ports: ['approved', 'rejected', 'expired'],
  reaches: 'outside',
  effect: 'idempotent-write',
  output: () => ({
    type: 'object',
    properties: {
      outcome: { type: 'string', examples: ['approved'] },
      byDeadline: { type: 'boolean' },
      decisions: { type: 'array' },
    },
    required: ['outcome', 'byDeadline', 'decisions'],
  }),
  async run({ ask }, { question, details, approvers, needed, veto, amount, unit }) {
    const until = endAfter(amount, unit, Date.now())
    const asked = await ask({ question, details, approvers: addressesIn(approvers), needed, veto, until })
    return { output: null, pause: { until: asked.until, endedBy: 'decision' } }
  },
  resume({ atDeadline }, end) {
    const decided = end.kind === 'due' ? { outcome: null, decisions: [] } : Decided.parse(end.answer)
    const { decisions } = decided
    const outcome = decided.outcome ?? AT_DEADLINE[atDeadline]
    return { output: { outcome, byDeadline: decided.outcome === null, decisions }, port: outcome }
  },
})
