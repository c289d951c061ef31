import { expect, test } from 'vitest'
import type { OutgoingMail } from '#src/sdk/define-node.ts'
import { checkConfig } from './check-config.ts'
import { mail } from './mail.node.ts'
import { parseAndRun } from './test-context.ts'

const letter = { to: 'ada@example.com', subject: 'Hello', text: 'One\nTwo' }

test.each([
  [{}, { to: ['ada@example.com'], subject: 'Hello', text: 'One\nTwo' }],
  [{ to: ' ada@example.com; bob@example.com, ada@example.com,' }, { to: ['ada@example.com', 'bob@example.com'] }],
  [
    { to: ['bob@example.com'], replyTo: 'me@example.com' },
    { to: ['bob@example.com'], replyTo: 'me@example.com' },
  ],
])('with %j it sends %j', async (config, sent) => {
  const mails: OutgoingMail[] = []
  const result = await parseAndRun(
    mail,
    { ...letter, ...config },
    {
      sendMail: async (one) => {
        mails.push(one)
      },
    },
  )
  expect(mails).toEqual([{ ...letter, ...sent }])
  expect(result).toEqual({ output: { to: sent.to, subject: 'Hello' } })
})

const eleven = Array.from({ length: 11 }, (_, index) => `p${index}@example.com`)

test.each([
  [{ to: '' }, [{ path: 'to', message: 'Write at least one address' }]],
  [{ to: 'nobody' }, [{ path: 'to.0', message: 'Each address must look like ada@example.com' }]],
  [
    { to: ['a@b.example\r\nBcc: x@y.example'] },
    [{ path: 'to.0', message: 'Each address must look like ada@example.com' }],
  ],
  [{ to: ['Ada <ada@example.com>'] }, [{ path: 'to.0', message: 'Each address must look like ada@example.com' }]],
  [{ to: eleven }, [{ path: 'to', message: 'To must be at most 10 entries' }]],
  [{ subject: 'Hi\r\nBcc: x@y.example' }, [{ path: 'subject', message: 'A subject is one line' }]],
  [{ replyTo: ['a@b.example', 7] }, [{ path: 'replyTo', message: 'Answers go to must be text' }]],
  [{ subject: '' }, [{ path: 'subject', message: 'Write a subject' }]],
  [{ text: '' }, [{ path: 'text', message: 'Write a text' }]],
  [{ replyTo: 'x\n@y.example' }, [{ path: 'replyTo', message: 'Each address must look like ada@example.com' }]],
  [{ to: '{{ trigger.body.to }}', subject: '{{ trigger.body.subject }}' }, []],
])('checkConfig: %j', (config, problems) => {
  expect(checkConfig(mail, { ...letter, ...config })).toEqual(problems)
})

test('each field that is missing is named', () => {
  expect(checkConfig(mail, {})).toEqual([
    { path: 'to', message: 'To is required' },
    { path: 'subject', message: 'Subject is required' },
    { path: 'text', message: 'Text is required' },
  ])
})
