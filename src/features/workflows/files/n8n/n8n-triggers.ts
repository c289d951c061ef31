import type { Json, JsonObject } from '#src/sdk/json.ts'
import { listAt, objectAt, type Parameters, textAt } from './n8n-parameters.ts'

const numberAt = (value: Json | undefined, otherwise: number): number => (typeof value === 'number' ? value : otherwise)

const ANSWERS = { onReceived: 'now', lastNode: 'last', responseNode: 'node' } as const

export function webhookConfig(given: JsonObject, { note }: Parameters): JsonObject {
  const methods = Array.isArray(given.httpMethod) ? given.httpMethod : [given.httpMethod ?? 'GET']
  const mode = textAt(given.responseMode) || 'onReceived'
  const respond = Object.hasOwn(ANSWERS, mode) ? ANSWERS[mode as keyof typeof ANSWERS] : undefined
  if (respond === undefined) note(`An answer of the kind ${mode} is not taken over`)
  const data = textAt(given.responseData) || 'firstEntryJson'
  if (respond === 'last' && data !== 'firstEntryJson')
    note(`The answer is what the last step gives, not ${data}: use a Respond step for anything else`)
  if (given.authentication !== undefined && given.authentication !== 'none')
    note('The webhook checked who calls it; its address here holds a secret instead')
  return { methods, respond: respond ?? 'node' }
}

const interval = (every: number, unit: string): JsonObject => ({ mode: 'interval', every, unit })
const cron = (expression: string): JsonObject => ({ mode: 'cron', cron: expression })

/** n8n takes seconds in front; ours has five fields. */
function fiveFields(expression: string, { note }: Parameters): JsonObject {
  const fields = expression.replace(/^=/, '').trim().split(/\s+/)
  if (fields.length !== 6) return cron(fields.join(' '))
  if (fields[0] !== '0') note(`Seconds of the cron expression are left out: ${expression}`)
  return cron(fields.slice(1).join(' '))
}

function ruleConfig(rule: JsonObject, parameters: Parameters): JsonObject {
  const minute = numberAt(rule.triggerAtMinute, 0)
  const time = `${minute} ${numberAt(rule.triggerAtHour, 0)}`
  const skips = (count: number, unit: string) => {
    if (count > 1) parameters.note(`Every ${count} ${unit} became every one of the ${unit}`)
  }
  switch (rule.field ?? 'days') {
    case 'seconds':
      return interval(numberAt(rule.secondsInterval, 30), 'seconds')
    case 'minutes':
      return interval(numberAt(rule.minutesInterval, 5), 'minutes')
    case 'hours': {
      const every = numberAt(rule.hoursInterval, 1)
      return every === 1 ? cron(`${minute} * * * *`) : interval(every, 'hours')
    }
    case 'days': {
      const every = numberAt(rule.daysInterval, 1)
      return every === 1 ? cron(`${time} * * *`) : interval(every, 'days')
    }
    case 'weeks':
      skips(numberAt(rule.weeksInterval, 1), 'weeks')
      return cron(`${time} * * ${Array.isArray(rule.triggerAtDay) ? rule.triggerAtDay.join(',') : '0'}`)
    case 'months':
      skips(numberAt(rule.monthsInterval, 1), 'months')
      return cron(`${time} ${numberAt(rule.triggerAtDayOfMonth, 1)} * *`)
    case 'cronExpression':
      return fiveFields(textAt(rule.expression), parameters)
    default:
      parameters.note(`This rule is unknown: ${String(rule.field)}`)
      return {}
  }
}

/** The first Cron node. */
function oldRuleConfig(rule: JsonObject, parameters: Parameters): JsonObject {
  const time = `${numberAt(rule.minute, 0)} ${numberAt(rule.hour, 14)}`
  switch (rule.mode ?? 'everyDay') {
    case 'everyMinute':
      return cron('* * * * *')
    case 'everyHour':
      return cron(`${numberAt(rule.minute, 0)} * * * *`)
    case 'everyDay':
      return cron(`${time} * * *`)
    case 'everyWeek':
      return cron(`${time} * * ${String(rule.weekday ?? '1')}`)
    case 'everyMonth':
      return cron(`${time} ${numberAt(rule.dayOfMonth, 1)} * *`)
    case 'custom':
      return fiveFields(textAt(rule.cronExpression), parameters)
    default:
      parameters.note(`This rule is unknown: ${String(rule.mode)}`)
      return {}
  }
}

export function scheduleConfig(given: JsonObject, parameters: Parameters): JsonObject {
  const rules = listAt(objectAt(given.rule).interval)
  const old = listAt(objectAt(given.triggerTimes).item)
  if (rules.length + old.length > 1) parameters.note('Of several times only the first was taken')
  const [first] = old
  return first === undefined ? ruleConfig(rules[0] ?? {}, parameters) : oldRuleConfig(first, parameters)
}
