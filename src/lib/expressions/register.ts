import { EvaluationError } from '@marcbachmann/cel-js'

export type Handler = (...parameters: never[]) => unknown
/** Declares a function by its CEL signature. */
export type Register = (signature: string, handler: Handler) => void

/** What a function throws when it has no answer; the code is one of explain.ts or the library. */
export const failure = (code: string, message: string) => new EvaluationError({ code, message })
