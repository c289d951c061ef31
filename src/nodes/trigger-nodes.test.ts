import { expect, test } from 'vitest'
import { checkConfig } from './check-config.ts'
import { form } from './form.node.ts'
import { schedule, scheduleSettings } from './schedule.node.ts'
import { parseAndRun } from './test-context.ts'

const tick = { scheduledAt: '2027-01-31T08:00:00.000Z', localTime: '2027-01-31T09:00:00', timeZone: 'Europe/Berlin' }
const sent = { values: { email: 'ada@example.com', message: 'Hello' }, submittedAt: '2027-01-31T08:00:00.000Z' }

test.each([
  [schedule, {}, tick],
  [form, {}, sent],
] as const)('$type hands on what started the run', async (node, config, trigger) => {
  expect(await parseAndRun(node, config, { trigger })).toEqual({ output: trigger })
  expect(node.output(config).required).toEqual(Object.keys(trigger))
})

test.each([
  [{}, { rule: { kind: 'cron', expression: '0 9 * * *', timeZone: 'UTC' }, missed: 'one' }],
  [
    { cron: '*/5 * * * *', timeZone: 'Europe/Berlin', missed: 'skip' },
    { rule: { kind: 'cron', expression: '*/5 * * * *', timeZone: 'Europe/Berlin' }, missed: 'skip' },
  ],
  [{ mode: 'interval' }, { rule: { kind: 'interval', seconds: 900 }, missed: 'one' }],
  [
    { mode: 'interval', every: 10, unit: 'seconds' },
    { rule: { kind: 'interval', seconds: 10 }, missed: 'one' },
  ],
  [
    { mode: 'interval', every: 2, unit: 'days', missed: 'all' },
    { rule: { kind: 'interval', seconds: 172_800 }, missed: 'all' },
  ],
  // What the other mode says does not matter.
  [
    { mode: 'interval', cron: 'never' },
    { rule: { kind: 'interval', seconds: 900 }, missed: 'one' },
  ],
  [{ cron: 'never' }, null],
  [{ mode: 'interval', every: 9, unit: 'seconds' }, null],
  [{ mode: 'interval', every: 367, unit: 'days' }, null],
  [{ timeZone: '+01:00' }, null],
])('a schedule of %j is %j', (config, settings) => {
  expect(scheduleSettings(config)).toEqual(settings)
})

const question = (more: object) => ({ name: 'a', label: 'A', ...more })

test.each([
  ['nothing is asked', [], 'fields'],
  ['two of one name', [question({}), question({})], 'fields'],
  ['a select without options', [question({ type: 'select' })], 'fields.0.options'],
  ['a name with a blank', [question({ name: 'a b' })], 'fields.0.name'],
  ['no label', [question({ label: ' ' })], 'fields.0.label'],
  ['an unknown type', [question({ type: 'colour' })], 'fields.0.type'],
])('a form is refused: %s', (_about, fields, path) => {
  expect(checkConfig(form, { fields }).map((problem) => problem.path)).toEqual([path])
})

test('what a form gives is known from its questions; what may be left out can be anything', () => {
  const fields = [
    question({ name: 'text', required: true }),
    question({ name: 'count', type: 'number', required: true }),
    question({ name: 'agrees', type: 'checkbox' }),
    question({ name: 'upload', type: 'file', required: true }),
    question({ name: 'open', type: 'number' }),
  ]
  expect(form.output({ fields }).properties).toMatchObject({
    values: {
      properties: {
        text: { type: 'string' },
        count: { type: 'number' },
        agrees: { type: 'boolean' },
        upload: { type: 'object', required: ['file', 'name', 'type', 'bytes'] },
        open: {},
      },
      required: ['text', 'count', 'agrees', 'upload', 'open'],
    },
  })
  expect(form.output({ fields: [] }).properties).toMatchObject({ values: { type: 'object' } })
})
