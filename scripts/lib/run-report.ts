import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import { z } from '#src/lib/zod.ts'

/** Names the file in which `npm test` reads what to count and show. */
export const REPORT_VARIABLE = 'TEST_REPORT'

const FileReport = z.object({
  project: z.string(),
  file: z.string(),
  passed: z.number(),
  failed: z.number(),
  /** What went wrong and where, one text each: tests, and hooks of groups and of the file. */
  failures: z.array(z.string()),
})
export type FileReport = z.infer<typeof FileReport>

export const RunReport = z.object({
  files: z.array(FileReport),
  /** Errors that no test caught. */
  outside: z.array(z.string()),
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
    const report: RunReport = {
      files: modules.map(reportOf),
      outside: uncaught.map((error) => `OUTSIDE OF TESTS\n${textOf(error)}`),
    }
    writeFileSync(this.file, JSON.stringify(report))
  }
}

/** What Vitest tells of a run: to people always, to `npm test` when it asked. */
export function reporters(): Array<'default' | Reporter> {
  const file = process.env[REPORT_VARIABLE]
  return file === undefined ? ['default'] : ['default', new ReportWriter(file)]
}

function reportOf(module: TestModule): FileReport {
  const tests = [...module.children.allTests()]
  const inState = (state: string) => tests.filter((test) => test.result().state === state)
  return {
    project: module.project.name,
    file: module.relativeModuleId,
    passed: inState('passed').length,
    failed: inState('failed').length,
    failures: [
      ...[module, ...module.children.allSuites()].flatMap((part) =>
        part.errors().map((error) => `FAILED around ${nameOf(part)}\n${textOf(error)}`),
      ),
      ...inState('failed').flatMap((test) =>
        (test.result().errors ?? []).map((error) => `FAILED ${nameOf(test)}\n${textOf(error)}`),
      ),
    ],
  }
}

type Part = TestModule | { readonly module: TestModule; readonly fullName: string }

function nameOf(part: Part): string {
  return 'module' in part ? `${part.module.relativeModuleId}: ${part.fullName}` : part.relativeModuleId
}

function textOf({ stack, message }: Failure): string {
  return String(stack ?? message)
}

/** The files to be asked again of a run: those that failed, when all that failed is in files of these projects. */
export function toAskAgain({ files, outside }: RunReport, projects: readonly string[]): string[] {
  const failed = files.filter(({ failures }) => failures.length > 0)
  const mayBe = outside.length === 0 && failed.every(({ project }) => projects.includes(project))
  return mayBe ? failed.map(({ file }) => file) : []
}

/** What a run says in the end of which some files were asked again: of those, only the second time counts. */
export function withSecond(first: RunReport, second: RunReport): RunReport {
  const again = new Map(second.files.map((report) => [report.file, report]))
  return {
    files: first.files.map((report) => again.get(report.file) ?? report),
    outside: [...first.outside, ...second.outside],
  }
}

/** The beginning of what went wrong at first in files that passed when they were asked again. */
export function failedOnlyAtFirst(first: RunReport, second: RunReport): string[] {
  const passed = new Set(second.files.filter(({ failures }) => failures.length === 0).map(({ file }) => file))
  return first.files.filter(({ file }) => passed.has(file)).flatMap(({ failures }) => failures.map(beginningOf))
}

/** A page that was drawn wrong may stand in it as a whole. */
function beginningOf(failure: string): string {
  const lines = failure.split('\n').slice(0, MAX_LINES)
  return lines.map((line) => line.slice(0, MAX_LENGTH)).join('\n')
}
