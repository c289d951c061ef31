import { parseExpression } from './cron-expression.ts'
import { cronInWords } from './cron-words.ts'
import type { ScheduleRule } from './schedule-rule.ts'

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

function every(seconds: number): string {
  const [name, length] = UNITS.find(([, unit]) => seconds % unit === 0) ?? UNITS[3]
  const count = seconds / length
  return count === 1 ? `Every ${name}` : `Every ${count} ${name}s`
}

/** "At 09:00, Monday through Friday (Europe/Berlin)" */
export function ruleInWords(rule: ScheduleRule): string {
  if (rule.kind === 'interval') return `${every(rule.seconds)}, counted from publishing`
  const parsed = parseExpression(rule.expression)
  if (typeof parsed === 'string') return parsed
  return `${cronInWords(parsed, { use24Hours: true })} (${rule.timeZone})`
}
