import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take half a minute or more. Begun last, one of them would keep one core waiting for the other. */
const LONG = [
  'scripts/house/new.test.ts',
  'src/sandbox/pool.test.ts',
  'e2e/processes/fresh-machine.test.ts',
  'e2e/pages.test.ts',
  'e2e/open-states.test.ts',
  'e2e/offline.test.ts',
  'e2e/keyboard.test.ts',
  'e2e/tools.test.ts',
  'e2e/workflow-states.test.ts',
  'e2e/community-states.test.ts',
  'e2e/build-a-tool.test.ts',
  'e2e/admin.test.ts',
  'e2e/buying.test.ts',
  'e2e/workflows.test.ts',
  'e2e/run-pages.test.ts',
  'e2e/view-states.test.ts',
  'e2e/step-runs.test.ts',
  'e2e/step-panel.test.ts',
  'e2e/published-tools.test.ts',
  'e2e/recovery/faults.test.ts',
  'e2e/security/throttles.test.ts',
  'e2e/security/cross-site.test.ts',
  'e2e/security/headers.test.ts',
]

/** The order of test files for Vitest: the long ones first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((name) => moduleId.endsWith(name))
      return at === -1 ? LONG.length : at
    }
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}
