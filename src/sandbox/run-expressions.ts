import { matchesLinearly } from '#src/lib/expressions/linear-regexp.node.ts'
import { createEvaluation } from './evaluate-outputs.ts'

/** What a runner evaluates with: it has the engine that takes every pattern in linear time. */
export const runExpressions = createEvaluation(matchesLinearly)
