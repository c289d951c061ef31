import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import { z } from '#src/lib/zod.ts'

/** Names the file in which `npm test` reads what to count and show. */
export const REPORT_VARIABLE = 'TEST_REPORT'

export const RunReport = z.object({
  passed: z.number(),
  failed: z.number(),
  /** What went wrong and where, one text each: tests, hooks of groups and files, and errors that no test caught. */
  failures: z.array(z.string()),
  /** Tests that passed only when they were asked again, each with the beginning of what went wrong at first. */
  repeated: z.array(z.string()),
})
export type RunReport = z.infer<typeof RunReport>

const MAX_LINES = 8
const MAX_LENGTH = 300

interface Failure {
  readonly message?: unknown
  readonly stack?: unknown
}

/** Vitest's own JSON says nothing of failed hooks of a group, nor of errors outside of tests; both fail a run. */
class ReportWriter implements Reporter {
  private readonly file: string

  constructor(file: string) {
    this.file = file
  }

  onTestRunEnd(modules: readonly TestModule[], uncaught: readonly Failure[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const parts = [...modules, ...modules.flatMap((module) => [...module.children.allSuites()])]
    const report: RunReport = {
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failed: tests.filter((test) => test.result().state === 'failed').length,
      failures: [
        ...uncaught.map((error) => `OUTSIDE OF TESTS\n${textOf(error)}`),
        ...parts.flatMap((part) => part.errors().map((error) => `FAILED around ${nameOf(part)}\n${textOf(error)}`)),
        ...tests.flatMap((test) =>
          (test.result().state === 'failed' ? (test.result().errors ?? []) : []).map(
            (error) => `FAILED ${nameOf(test)}\n${textOf(error)}`,
          ),
        ),
      ],
      repeated: tests
        .filter((test) => test.diagnostic()?.flaky === true)
        .map((test) => [nameOf(test), ...(test.result().errors ?? []).slice(0, 1).map(beginningOf)].join('\n')),
    }
    writeFileSync(this.file, JSON.stringify(report))
  }
}

/** What Vitest tells of a run: to people always, to `npm test` when it asked. */
export function reporters(): Array<'default' | Reporter> {
  const file = process.env[REPORT_VARIABLE]
  return file === undefined ? ['default'] : ['default', new ReportWriter(file)]
}

type Part = TestModule | { readonly module: TestModule; readonly fullName: string }

function nameOf(part: Part): string {
  return 'module' in part ? `${part.module.relativeModuleId}: ${part.fullName}` : part.relativeModuleId
}

function textOf({ stack, message }: Failure): string {
  return String(stack ?? message)
}

/** A page that was drawn wrong may stand in it as a whole. */
function beginningOf(failure: Failure): string {
  const lines = textOf(failure).split('\n').slice(0, MAX_LINES)
  return lines.map((line) => line.slice(0, MAX_LENGTH)).join('\n')
}
