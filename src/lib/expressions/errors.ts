export type ExpressionCode =
  | 'SYNTAX_ERROR'
  | 'TOO_COMPLEX'
  | 'UNKNOWN_VARIABLE'
  | 'UNKNOWN_STEP'
  | 'STEP_NOT_UPSTREAM'
  | 'UNKNOWN_FIELD'
  | 'UNKNOWN_FUNCTION'
  | 'INDEX_OUT_OF_RANGE'
  | 'TYPE_MISMATCH'
  | 'DIVISION_BY_ZERO'
  | 'INVALID_PATTERN'
  | 'COST_EXCEEDED'
  | 'RESULT_NOT_JSON'
  | 'RESULT_TOO_LARGE'
  | 'VALUE_TOO_DEEP'
  | 'EVALUATION_FAILED'
  | 'INTEGER_DIVISION'

/** Offsets in the expression's source; `end` is exclusive. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** What is wrong with one expression, before it is known where in the config the expression stands. */
export interface Fault {
  readonly code: ExpressionCode
  /** A clause without a full stop: `steps.fetch_order has no field "totl"`. */
  readonly what: string
  /** Whole sentences that help: `It has: id, total.` */
  readonly hint?: string
  readonly range: Range
  /** The step, field, variable or function that is missing. */
  readonly missing?: string
}

/** Where an expression stands: the path of the config value, and the offset of the expression in that text. */
export interface Place {
  readonly path: string
  readonly expression: string
  readonly offset: number
}

/** An expression that does not compile, or that has no value for this scope. */
export class ExpressionError extends Error {
  readonly code: ExpressionCode
  /** The config value that holds the expression: "url", "headers.accept", "" for the config itself. */
  readonly path: string
  readonly expression: string
  /** Offsets inside `expression`. */
  readonly range: Range
  /** Where `expression` begins in the text of the config value. */
  readonly offset: number
  readonly missing: string | undefined
  /** The same without a place, for whoever knows the place better. */
  readonly fault: Fault

  constructor(fault: Fault, place: Place) {
    const where = place.path === '' ? '' : `setting ${place.path}, `
    const sentence = `${fault.what} (at ${where}character ${place.offset + fault.range.start + 1}).`
    super(fault.hint === undefined ? sentence : `${sentence} ${fault.hint}`)
    this.name = 'ExpressionError'
    this.code = fault.code
    this.path = place.path
    this.expression = place.expression
    this.range = fault.range
    this.offset = place.offset
    this.missing = fault.missing
    this.fault = fault
  }
}
