import type { Json, JsonObject } from '#src/sdk/json.ts'
import { compare, translateConditions } from './n8n-conditions.ts'
import { type Surroundings, translateText } from './n8n-expression.ts'
import { jsonAt, listAt, objectAt, type Parameters, pairsAt, textAt } from './n8n-parameters.ts'

/** "a.b" is b inside of a, as n8n writes it. */
function setAt(target: JsonObject, path: string, value: Json): void {
  const names = path.split('.')
  const last = names.pop() ?? ''
  let inner = target
  for (const name of names) {
    const next = objectAt(inner[name])
    inner[name] = next
    inner = next
  }
  inner[last] = value
}

/** A value as its kind says; text that was typed for a number becomes one. */
function typed(value: Json | undefined, kind: string): Json | undefined {
  if (typeof value !== 'string' || value.startsWith('=')) return value
  if (kind.startsWith('number')) return Number(value)
  if (kind.startsWith('boolean')) return value === 'true'
  return value
}

export function setConfig(given: JsonObject, parameters: Parameters): JsonObject {
  if (given.mode === 'raw') {
    const values = jsonAt(given.jsonOutput, parameters, 'JSON')
    return { values: typeof values === 'object' && !Array.isArray(values) ? (values ?? {}) : { value: values } }
  }
  const newest = listAt(objectAt(given.assignments).assignments)
  const newer = listAt(objectAt(given.fields).values).map((one) => {
    const type = textAt(one.type) || 'stringValue'
    return { name: one.name, type, value: one[type] }
  })
  const oldest = Object.entries(objectAt(given.values)).flatMap(([type, list]) =>
    listAt(list).map((one) => ({ name: one.name, type, value: one.value })),
  )
  const values: JsonObject = {}
  for (const { name, type, value } of [...newest, ...newer, ...oldest]) {
    const kind = textAt(type)
    const read =
      kind === 'object' || kind === 'array' ? jsonAt : (v: Json | undefined) => parameters.value(v, textAt(name))
    setAt(values, textAt(name), read(typed(value, kind), parameters, textAt(name)))
  }
  if (given.includeOtherFields === true || given.include === 'all')
    parameters.note('Fields of the input are not taken along')
  return { values }
}

export function ifConfig(given: JsonObject, parameters: Parameters, around: Surroundings): JsonObject {
  const condition = translateConditions(given.conditions, given.combineOperation, around)
  if (condition === undefined) parameters.note('The condition is not translated')
  return condition === undefined ? {} : { condition: `{{ ${condition} }}` }
}

export function switchConfig(given: JsonObject, parameters: Parameters, around: Surroundings): JsonObject {
  const newer = listAt(objectAt(given.rules).values).map(({ conditions, outputKey }) => ({
    name: textAt(outputKey),
    when: translateConditions(conditions, undefined, around),
  }))
  const older = listAt(objectAt(given.rules).rules).map(({ operation, value2 }) => ({
    name: String(value2 ?? ''),
    when: compare(
      {
        left: given.value1,
        right: value2,
        type: textAt(given.dataType) || 'number',
        operation: textAt(operation) || 'equal',
      },
      around,
    ),
  }))
  const cases = [...newer, ...older]
  if (given.mode === 'expression' || cases.length === 0) parameters.note('The choice of the way out is not translated')
  for (const [at, { when }] of cases.entries())
    if (when === undefined) parameters.note(`Case ${at + 1} is not translated`)
  return {
    cases: cases.map(({ name, when }, at) => ({
      id: `case_${at + 1}`,
      ...(name !== '' && { name: name.slice(0, 100) }),
      when: when === undefined ? false : `{{ ${when} }}`,
    })),
  }
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])

export function httpConfig(given: JsonObject, parameters: Parameters): JsonObject {
  const method = textAt(given.method ?? given.requestMethod) || 'GET'
  if (!METHODS.has(method)) parameters.note(`The method ${method} does not exist here`)
  if (given.authentication !== undefined && given.authentication !== 'none')
    parameters.note('Credentials are not part of the file: store a secret and choose it in this step')
  if (objectAt(objectAt(given.options).pagination).pagination !== undefined) parameters.note('Paging is not taken over')
  const { timeout } = objectAt(given.options)
  return {
    method: METHODS.has(method) ? method : 'GET',
    url: parameters.text(given.url, 'url'),
    ...(given.sendQuery === true && {
      query: pairsAt(objectAt(given.queryParameters).parameters, parameters, 'query'),
    }),
    ...(given.sendHeaders === true && {
      headers: pairsAt(objectAt(given.headerParameters).parameters, parameters, 'header'),
    }),
    ...(given.sendBody === true && httpBody(given, parameters)),
    ...(typeof timeout === 'number' && { timeoutMs: Math.min(Math.max(1, timeout), 300_000) }),
  }
}

function httpBody(given: JsonObject, parameters: Parameters): JsonObject {
  const pairs = () => pairsAt(objectAt(given.bodyParameters).parameters, parameters, 'body')
  switch (given.contentType ?? 'json') {
    case 'json':
      return {
        bodyKind: 'json',
        body: given.specifyBody === 'json' ? jsonAt(given.jsonBody, parameters, 'body') : pairs(),
      }
    case 'form-urlencoded':
      return { bodyKind: 'form', body: pairs() }
    case 'raw':
      return { bodyKind: 'text', body: parameters.text(given.body, 'body') }
    default:
      parameters.note(`A body of the kind ${String(given.contentType)} is not taken over`)
      return {}
  }
}

export function mergeConfig(given: JsonObject, parameters: Parameters): JsonObject {
  const mode = given.mode ?? 'append'
  if (mode === 'append') return { wait: 'all', give: 'list' }
  if (mode === 'chooseBranch') return { wait: 'all', give: 'first' }
  parameters.note('Items are not matched with one another: the result holds the output of each step by its key')
  return { wait: 'all', give: 'object' }
}

/**
 * A turn for each item. In n8n the steps of a batch run once for each of its items as well, so that larger batches
 * only differ where a step counts or waits.
 */
export function loopConfig(given: JsonObject, parameters: Parameters, { input }: Surroundings, version: number) {
  const size = given.batchSize ?? (version < 3 ? 10 : 1)
  if (size !== 1) parameters.remark(`Batches became turns of one item each; they had ${String(size)}`)
  const { reset = false } = objectAt(given.options)
  if (reset !== false) parameters.note('Beginning again in the middle is not taken over')
  if (input === undefined) parameters.note('The items are not clear: what leads here is not one step')
  return input === undefined ? {} : { items: `{{ type(dyn(${input})) == list ? dyn(${input}) : dyn([${input}]) }}` }
}

const UNITS = new Set(['seconds', 'minutes', 'hours', 'days'])

export function waitConfig(given: JsonObject, parameters: Parameters): JsonObject {
  switch (given.resume ?? 'timeInterval') {
    case 'timeInterval': {
      const unit = textAt(given.unit) || 'hours'
      if (!UNITS.has(unit)) parameters.note(`The unit ${unit} does not exist here`)
      const amount = typeof given.amount === 'string' ? parameters.text(given.amount, 'amount') : (given.amount ?? 1)
      return { mode: 'for', amount, unit: UNITS.has(unit) ? unit : 'hours' }
    }
    case 'specificTime':
      return { mode: 'until', until: parameters.text(given.dateTime, 'time') }
    case 'webhook':
      return { mode: 'call' }
    default:
      parameters.note(`Waiting for ${String(given.resume)} is not taken over`)
      return {}
  }
}

export function respondConfig(given: JsonObject, parameters: Parameters, around: Surroundings): JsonObject {
  const options = objectAt(given.options)
  const headers = pairsAt(objectAt(options.responseHeaders).entries, parameters, 'header')
  const base = {
    ...(typeof options.responseCode === 'number' && { status: options.responseCode }),
    ...(Object.keys(headers).length > 0 && { headers }),
  }
  switch (given.respondWith ?? 'firstIncomingItem') {
    case 'json':
      return { ...base, body: jsonAt(given.responseBody, parameters, 'body') }
    case 'text':
      return { ...base, body: parameters.text(given.responseBody, 'body') }
    case 'noData':
      return base
    case 'firstIncomingItem':
    case 'allIncomingItems':
      if (around.input === undefined)
        parameters.note('What it answers with is not clear: what leads here is not one step')
      return around.input === undefined ? base : { ...base, body: `{{ ${around.input} }}` }
    default:
      parameters.note(`An answer of the kind ${String(given.respondWith)} is not taken over`)
      return base
  }
}

/** What code of n8n may ask for and ours does not have. */
const FOREIGN = /\$\(|\$node\b|\$input\.(?!all\(\)|first\(\)|last\(\)|item\b)|\bawait\b|\brequire\s*\(|\bthis\./

/** The code gets one item, as n8n calls it, and the first that it gives is the result. */
const wrapped = (source: string): string => `function run({ json }) {
  const items = [{ json }]
  const item = json
  const $json = json
  const $input = { all: () => items, first: () => items[0], last: () => items[0], item: items[0] }
  const given = (() => {
${source}
  })()
  const first = Array.isArray(given) ? given[0] : given
  return first && first.json !== undefined ? first.json : first
}`

export function codeConfig(given: JsonObject, parameters: Parameters, around: Surroundings): JsonObject {
  const source = textAt(given.jsCode) || textAt(given.functionCode)
  const isForeign = FOREIGN.test(source) || (textAt(given.language) || 'javaScript') !== 'javaScript'
  if (source === '' || isForeign) parameters.note('The code uses what does not exist here')
  if (around.input === undefined) parameters.note('What the code gets is not clear: what leads here is not one step')
  const input = translateText(`={{ $json }}`, around) ?? null
  return { input: { json: input }, code: wrapped(source) }
}
