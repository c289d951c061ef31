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
