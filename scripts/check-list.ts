/** One command of `npm run check`; the first word is the program. */
export interface Check {
  readonly name: string
  readonly command: readonly string[]
}

// Node and a file, never a shim of node_modules/.bin: those differ from system to system.
export const node = (name: string, file: string, ...args: string[]): Check => ({
  name,
  command: [process.execPath, file, ...args],
})
const types = (project: string) =>
  node(`types: ${project}`, 'node_modules/@typescript/native/bin/tsc', '-p', `tsconfig.${project}.json`)

const CRUISED = ['src', 'db', 'scripts', 'e2e', 'bench']

/** What is read and not run. */
export const staticChecks: readonly Check[] = [
  node('format and lint', 'node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'),
  node('lint with types', 'node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings'),
  node('sizes', 'scripts/check-sizes.ts'),
  node(
    'import rules',
    'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
    '--config',
    '.dependency-cruiser.mjs',
    '--output-type',
    'err-long',
    ...CRUISED,
  ),
  node('dead code', 'node_modules/knip/bin/knip.js'),
  types('browser'),
  types('server'),
  types('sandbox'),
]

/** The web part, and what it weighs. */
export const build = node('build', 'scripts/build.ts', '--if-changed')
export const weights = node('weights', 'scripts/check-weights.ts')

export const unitTests = node('unit and API tests', 'node_modules/vitest/vitest.mjs', 'run')
