import { AT_START, parseExpression } from '#src/lib/cron/cron-expression.ts'
import { cronTicks } from '#src/lib/cron/cron-ticks.ts'
import { cronInWords } from '#src/lib/cron/cron-words.ts'
import { instantSeconds } from '#src/lib/instant-text.ts'
import { badge, checkbox, defineTool, number, string, ToolError, table, text } from '#src/sdk/index.ts'

const LONGEST_EXPRESSION = 200
const MOST_RUNS = 20

function checkZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new ToolError('Time zone must be UTC or one such as Europe/Berlin', { field: 'timeZone' })
  }
}

function startOf(from: string | undefined, now: Date): Date {
  const seconds = from === undefined ? now.getTime() / 1000 : instantSeconds(from)
  if (seconds === undefined) throw new ToolError('From must be a time such as 2026-01-31T12:00:00Z', { field: 'from' })
  const start = new Date(seconds * 1000)
  if (start.getUTCFullYear() >= 1970 && start.getUTCFullYear() <= 9000) return start
  throw new ToolError('From must be in the years 1970 to 9000', { field: 'from' })
}

const rowsOf = (runs: readonly Date[], timeZone: string) => {
  // Sweden writes dates as ISO 8601 does.
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const weekday = new Intl.DateTimeFormat('en', { timeZone, weekday: 'long' })
  return runs.map((run) => ({
    local: local.format(run),
    weekday: weekday.format(run),
    utc: run.toISOString().replace('.000Z', 'Z'),
  }))
}

export const cronExplainer = defineTool({
  slug: 'cron-explainer',
  title: 'Cron Expression Explainer',
  description: 'Says in words when a cron expression runs, checks it, and lists its next runs in a time zone.',
  category: 'developer',
  tags: ['cron', 'schedule', 'unix'],
  keywords: [
    'crontab',
    'cron job',
    'cron expression',
    'cron generator',
    'cron schedule',
    'next run',
    'every 5 minutes',
    'scheduler',
    'crontab guru',
    'cron parser',
  ],
  input: [
    string('expression', {
      label: 'Expression',
      help: 'Minute, hour, day of month, month, day of week; seconds may stand in front. Or @daily and the like.',
      placeholder: '*/5 * * * *',
      required: true,
      maxLength: LONGEST_EXPRESSION,
    }),
    string('timeZone', { label: 'Time zone', placeholder: 'Europe/Berlin', default: 'UTC', maxLength: 60 }),
    string('from', { label: 'From', help: 'Runs after this time; empty: now.', maxLength: 60, emptyIsNow: true }),
    number('count', { label: 'Runs', integer: true, min: 1, max: MOST_RUNS, step: 1, default: 5 }),
    checkbox('use24Hours', { label: '24 hours', help: '14:00 instead of 02:00 PM.' }),
  ],
  output: {
    description: text('In words', { primary: true }),
    valid: badge('Valid', { type: 'boolean' }),
    reason: text('Reason'),
    nextAt: text('Next run', { format: 'countdown' }),
    next: table('Next runs', {
      columns: [
        { name: 'local', label: 'Local time' },
        { name: 'weekday', label: 'Weekday' },
        { name: 'utc', label: 'UTC' },
      ],
    }),
    fields: table('Fields', {
      columns: [
        { name: 'name', label: 'Field' },
        { name: 'value', label: 'Value' },
      ],
    }),
  },
  needs: ['clock'],
  isLarge: true,
  mayRunLong: true,
  run: ({ expression: given, timeZone, from, count, use24Hours }, { now }) => {
    checkZone(timeZone)
    const start = startOf(from, now)
    const parsed = parseExpression(given)
    if (typeof parsed === 'string') return { valid: false, reason: parsed, next: [], fields: [] }
    const { expression, fields } = parsed
    const runs = expression === AT_START ? [] : cronTicks(parsed, { timeZone, after: start, count })
    return {
      description: cronInWords(parsed, { use24Hours }),
      valid: true,
      reason: runs.length > 0 || expression === AT_START ? undefined : 'It is well formed, but such a day never comes.',
      nextAt: from === undefined ? runs[0]?.toISOString().replace('.000Z', 'Z') : undefined,
      next: rowsOf(runs, timeZone),
      fields,
    }
  },
  examples: [
    {
      title: 'Every five minutes',
      input: { expression: '*/5 * * * *' },
      output: { description: 'Every 5 minutes', valid: true },
      source: 'cRonstrue, README, Usage',
    },
    {
      title: 'On workdays',
      input: { expression: '0 23 ? * MON-FRI' },
      output: { description: 'At 11:00 PM, Monday through Friday', valid: true },
      source: 'cRonstrue, README, Usage',
    },
    {
      title: 'Every other hour, in the night',
      input: { expression: '23 0-23/2 * * *', from: '2026-01-31T12:00:00Z', count: 1 },
      output: {
        valid: true,
        next: [{ local: '2026-01-31 12:23:00', weekday: 'Saturday', utc: '2026-01-31T12:23:00Z' }],
      },
      source: 'crontab(5) of vixie cron, example: run 23 minutes after midnight, 2am, 4am …, everyday',
    },
    {
      title: 'A minute that does not exist',
      input: { expression: '60 * * * *' },
      output: { valid: false, reason: 'In the minute, 60 is not from 0 to 59.' },
      source: 'POSIX.1-2017, crontab: minute [0,59]',
    },
  ],
  method: {
    formula:
      'Values, lists (1,15), ranges (1-5) and steps (*/5). If both day of month and day of week are restricted, one of them is enough; where one begins with *, such as */2, both must match.',
    rounding: 'None.',
    notes:
      'Days of the week are 0 to 7, 0 and 7 are Sunday. L is the last day, 5L the last Friday, 1#2 the second Monday. A run in an hour that the change of clocks leaves out comes an hour later.',
  },
  sources: [
    { title: 'POSIX.1-2017, crontab', url: 'https://pubs.opengroup.org/onlinepubs/9699919799/utilities/crontab.html' },
    { title: 'crontab(5) of vixie cron', url: 'https://man7.org/linux/man-pages/man5/crontab.5.html' },
    { title: 'cRonstrue', url: 'https://github.com/bradymholt/cRonstrue' },
  ],
})
