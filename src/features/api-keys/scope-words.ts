import type { Scope } from '#src/lib/contract.ts'

export const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  read: 'Read my workflows and runs',
  'tools:run': 'Run tools',
  'workflows:run': 'Run and cancel workflows, see their webhooks',
}
