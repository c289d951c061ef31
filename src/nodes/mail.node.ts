import { looksLikeEmail } from '#src/lib/looks-like-email.ts'
import { z } from '#src/lib/zod.ts'
import { defineNode } from '#src/sdk/define-node.ts'
import { field } from './field-hints.ts'

const MAX_RECIPIENTS = 10
const MAX_TEXT = 100_000

/** RFC 5321, section 4.5.3.1.3. A line break would begin another header. */
const Address = z
  .string()
  .trim()
  .max(254)
  .refine((text) => looksLikeEmail(text) && !/[\p{Cc}<>,;"]/u.test(text), 'Each address must look like ada@example.com')

const Addresses = z
  .union([
    z.string().transform((text) =>
      text
        .split(/[,;]/)
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    ),
    z.array(z.string()),
  ])
  .pipe(z.array(Address).min(1, 'Write at least one address').max(MAX_RECIPIENTS))
  .transform((addresses) => [...new Set(addresses)])

const Subject = z
  .string()
  .min(1, 'Write a subject')
  .max(200)
  .regex(/^\P{Cc}*$/u, 'A subject is one line')

export const mail = defineNode({
  type: 'mail',
  version: 1,
  title: 'Send mail',
  description: 'Sends a mail from this server; answers come to you.',
  category: 'action',
  icon: 'mail',
  config: z.strictObject({
    to: field(Addresses, {
      title: 'To',
      description: `Up to ${MAX_RECIPIENTS} addresses, separated by commas. Each gets a mail of its own.`,
      control: 'text',
      placeholder: 'ada@example.com',
    }),
    subject: field(Subject, {
      title: 'Subject',
      description: 'One line.',
      control: 'text',
      placeholder: 'Order {{ trigger.body.number }}',
    }),
    text: field(z.string().min(1, 'Write a text').max(MAX_TEXT), {
      title: 'Text',
      description: 'Plain text. A line at its end says who sent it.',
      control: 'multiline',
    }),
    replyTo: field(Address.optional(), {
      title: 'Answers go to',
      description: 'An address. Empty: that of your account.',
      control: 'text',
    }),
  }),
  ports: ['out'],
  // Its key names the mail, so a repetition finds it sent.
  reaches: 'outside',
  effect: 'idempotent-write',
  output: () => ({
    type: 'object',
    properties: { to: { type: 'array', items: { type: 'string' } }, subject: { type: 'string' } },
    required: ['to', 'subject'],
  }),
  run: async (context, { to, subject, text, replyTo }) => {
    await context.sendMail({ to, subject, text, ...(replyTo !== undefined && { replyTo }) })
    return { output: { to, subject } }
  },
})
