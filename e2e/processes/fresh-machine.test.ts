import { chmodSync, chownSync, mkdirSync, realpathSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type AppProcess, removeApps, removeFolders, startApp, temporaryFolder } from '../support/app-process.ts'
import { copyProject } from '../support/project-copy.ts'

afterEach(removeApps)
afterAll(removeFolders)

const NOBODY = 65534
const isRoot = process.getuid?.() === 0

/** Without the programs of this project: a fresh machine has the Node and the npm of its owner alone. */
const systemPath = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter)

let project: string
let home: string

beforeAll(() => {
  home = temporaryFolder()
  project = join(home, 'fettle')
  mkdirSync(project)
  copyProject(project, isRoot ? NOBODY : undefined)
  if (isRoot) chownSync(home, NOBODY, NOBODY)
  chmodSync(home, 0o700)
})

/** `npm start` in the clone, with install scripts blocked; only root can choose the account. */
async function start(dataDir: string, uid?: number): Promise<AppProcess> {
  return startApp({
    command: ['npm', 'start'],
    cwd: project,
    dataDir,
    readyWithinMs: 240_000,
    ...(uid === undefined ? {} : { uid }),
    env: { HOME: home, PATH: systemPath, npm_config_ignore_scripts: 'true' },
  })
}

const prepared = (app: AppProcess) =>
  ['Installing packages', 'Building the web part', 'Starting PostgreSQL'].filter((title) =>
    new RegExp(`^${title} … \\d+(\\.\\d)? m?s$`, 'm').test(app.output()),
  )

test('for an ordinary user, two words start a clean clone', { timeout: 300_000 }, async () => {
  const app = await start(join(project, 'data'), isRoot ? NOBODY : undefined)
  expect(prepared(app)).toEqual(['Installing packages', 'Building the web part', 'Starting PostgreSQL'])
  expect(app.output()).toContain(`http://localhost:${app.port}`)
  await app.stop()
  rmSync(realpathSync(join(app.dataDir, 'postgres')), { recursive: true })
})

// PostgreSQL refuses to run as root, and its programs lie in a home that its account may not enter.
test.runIf(isRoot)('for root, the same clone starts without doing again what is done', async () => {
  const app = await start(join(project, 'data-of-root'))
  expect(prepared(app)).toEqual(['Starting PostgreSQL'])
  expect(app.output()).toContain(`http://localhost:${app.port}`)
  await app.stop()
  rmSync(realpathSync(join(app.dataDir, 'postgres')), { recursive: true })
})
