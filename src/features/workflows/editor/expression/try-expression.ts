import type { ScopeTypes } from '#src/lib/expressions/check.ts'
import { ExpressionError } from '#src/lib/expressions/errors.ts'
import type { Expressions } from '#src/lib/expressions/expressions.ts'
import type { Scope } from '#src/lib/expressions/scope.ts'
import type { Json } from '#src/sdk/json.ts'

/** What a text with {{ }} is tried with. */
export interface TrialScope {
  /** Values of the last run, pinned ones and samples. */
  readonly values: Scope
  readonly types: ScopeTypes
}

/** Something about a part of a text. */
export interface Remark {
  /** error: it can never run. warning: it deserves a look. data: it fails with the values at hand. */
  readonly severity: 'error' | 'warning' | 'data'
  readonly message: string
  readonly from: number
  readonly to: number
}

export interface Tried {
  readonly remarks: readonly Remark[]
  /** The beginning of what it comes to, as JSON; absent where nothing can be said. */
  readonly result?: string
  /** Whether samples stand for what nothing is known of yet. */
  readonly isOfSample?: boolean
  /** Whether it is so of the first item of a list, and may be otherwise of the next. */
  readonly isOfFirst?: boolean
}

const LONGEST_RESULT = 400
/** Of the item nothing is known, of the index that it is a number. */
const ONE_ITEM = { item: {}, index: { type: 'integer' } }

interface Text {
  readonly text: string
  /** The setting whose list is gone through, where `item` and `index` are in scope. */
  readonly list?: Json | undefined
}

/** Checks a text, and works it out with the values at hand. */
export function tryExpression(expressions: Expressions, { text, list }: Text, { values, types }: TrialScope): Tried {
  const remarks = expressions
    .checkTemplate(text, list === undefined ? types : { ...types, ...ONE_ITEM })
    .map(({ severity, message, offset, range }): Remark => {
      return { severity, message, from: offset + range.start, to: offset + range.end }
    })
  if (remarks.some(({ severity }) => severity === 'error')) return { remarks }
  try {
    const scope = list === undefined ? values : { ...values, ...firstItem(expressions, list, values) }
    return { remarks, result: shortened(expressions.compileTemplate(text).render(scope)) }
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    const { fault, offset } = error
    // A step that has not run has no value here, and that is nobody's mistake.
    if (fault.code === 'UNKNOWN_VARIABLE' || hasNotRun(fault.missing, values, types)) return { remarks }
    const message = [`${fault.what}.`, fault.hint].filter(Boolean).join(' ')
    return {
      remarks: [
        ...remarks,
        { severity: 'data', message, from: offset + fault.range.start, to: offset + fault.range.end },
      ],
    }
  }
}

const hasNotRun = (missing: string | undefined, { steps = {} }: Scope, types: ScopeTypes): boolean =>
  missing !== undefined && Object.hasOwn(types.steps, missing) && !Object.hasOwn(steps, missing)

function shortened(value: Json): string {
  const text = JSON.stringify(value)
  return text.length > LONGEST_RESULT ? `${text.slice(0, LONGEST_RESULT)}…` : text
}

/** The first turn of a loop; of an empty or an unknown list there is none. */
function firstItem(expressions: Expressions, list: Json, values: Scope): Pick<Scope, 'item' | 'index'> {
  try {
    const items = expressions.compileTemplate(list).render(values)
    const item = Array.isArray(items) ? items[0] : undefined
    return item === undefined ? {} : { item, index: 0 }
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return {}
  }
}
