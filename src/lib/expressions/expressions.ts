import { type Checker, createChecker, type ExpressionProblem, referencedSteps, type ScopeTypes } from './check.ts'
import { createCompiler, type Program } from './compile.ts'
import { createEnvironment } from './environment.ts'
import type { Json } from './json.ts'
import type { Matches } from './library.ts'
import { compileTemplate, type Template } from './template.ts'

export interface Expressions {
  /** One expression, without braces. @throws ExpressionError */
  compile(source: string): Program
  /** A config whose texts may hold {{ expressions }}. Once per graph version; `at` is its path. @throws ExpressionError */
  compileTemplate(config: Json, at?: string): Template
  /** For many configs against one scope. */
  createChecker(scope: ScopeTypes): Checker
  /** What is wrong with the expressions of one config. */
  checkTemplate(config: Json, scope: ScopeTypes): ExpressionProblem[]
  /** Keys of the steps that a config names. */
  referencedSteps(config: Json): Set<string>
}

/** The expression language. `matches` must be linear in the text: on Node it is in linear-regexp.node.ts. */
export function createExpressions({ matches }: { matches: Matches }): Expressions {
  const environment = createEnvironment(matches)
  const compile = createCompiler(environment)
  const checkerFor = (scope: ScopeTypes) => createChecker(environment, matches, scope)
  return {
    compile,
    compileTemplate: (config, at) => compileTemplate(compile, config, at),
    createChecker: checkerFor,
    checkTemplate: (config, scope) => checkerFor(scope).checkTemplate(config),
    referencedSteps: (config) => referencedSteps(environment, config),
  }
}
