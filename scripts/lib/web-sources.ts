import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'

const SOURCES = [
  'src/**/*.{ts,tsx,css}',
  'public/**/*.*',
  'vite.config.ts',
  'scripts/lib/browser-*.ts',
  'vite.runner.config.ts',
  'vite.service-worker.config.ts',
  'scripts/build.ts',
  'scripts/lib/draw-icons.ts',
  'react-router.config.ts',
  'package-lock.json',
]

/** What Vite never sees; a change there needs no build. */
const SERVER_ONLY = [
  '**/*.test.{ts,tsx}',
  'src/**/*.server.ts',
  'src/**/*.queries.ts',
  'src/server/**',
  'src/engine/**',
  'src/app/*.ts',
]

/** Exceptions to the above. */
const STILL_WEB = [
  ...['src/app/routes.ts', 'src/app/late-modules.ts', 'src/app/early-clicks.ts'],
  'src/features/catalog/listed-tools.server.ts',
]

const STAMP = 'build/sources.sha256'

/** True when build/ was made from exactly the present sources of the web part. */
export const isBuilt = (): boolean => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hashSources()

export { STAMP as buildStamp }

/** Of the present sources: in the names of what belongs to one build. */
export const buildName = (): string => hashSources().slice(0, 12)

export function hashSources(): string {
  const hash = createHash('sha256')
  const files = new Set([
    ...globSync(SOURCES, { exclude: SERVER_ONLY }),
    ...STILL_WEB.filter((file) => existsSync(file)),
  ])
  for (const file of [...files].sort()) hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}
