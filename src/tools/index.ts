import type { Tool } from '#src/sdk/index.ts'

/** Every built-in tool by its slug. Lazy, so that each tool is a chunk of its own in the browser. */
export const tools = {
  'tip-calculator': () => import('./tip-calculator.tool.ts').then((module) => module.tipCalculator),
  'unit-converter': () => import('./unit-converter.tool.ts').then((module) => module.unitConverter),
  'json-formatter': () => import('./json-formatter.tool.ts').then((module) => module.jsonFormatter),
  'regex-tester': () => import('./regex-tester.tool.ts').then((module) => module.regexTester),
  'loan-payment': () => import('./loan-payment.tool.ts').then((module) => module.loanPayment),
  'workout-generator': () => import('./workout-generator.tool.ts').then((module) => module.workoutGenerator),
} satisfies Record<string, () => Promise<Tool>>
