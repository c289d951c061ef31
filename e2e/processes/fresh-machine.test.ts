import { chmodSync, chownSync, mkdirSync, realpathSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { removeApps, removeFolders, startApp, temporaryFolder } from '../support/app-process.ts'
import { copyProject } from '../support/project-copy.ts'

afterEach(removeApps)
afterAll(removeFolders)

const NOBODY = 65534
const asOrdinaryUser = { who: 'an ordinary user', uid: process.getuid?.() === 0 ? NOBODY : undefined }
const asRoot = { who: 'root in a home that is closed to others', uid: undefined }
const accounts = process.getuid?.() === 0 ? [asOrdinaryUser, asRoot] : [asOrdinaryUser]

/** Without the programs of this project: a fresh machine has the Node and the npm of its owner alone. */
const systemPath = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter)

test.each(accounts)(
  'for $who, two words start a clean clone, with install scripts blocked',
  { timeout: 300_000 },
  async ({ uid }) => {
    const home = temporaryFolder()
    const project = join(home, 'fettle')
    mkdirSync(project)
    copyProject(project, uid)
    if (uid !== undefined) chownSync(home, uid, uid)
    chmodSync(home, 0o700)
    const app = await startApp({
      command: ['npm', 'start'],
      cwd: project,
      dataDir: join(project, 'data'),
      readyWithinMs: 240_000,
      ...(uid === undefined ? {} : { uid }),
      env: { HOME: home, PATH: systemPath, npm_config_ignore_scripts: 'true' },
    })
    const printed = app.output()
    for (const title of ['Installing packages', 'Building the web part', 'Starting PostgreSQL']) {
      expect(printed).toMatch(new RegExp(`^${title} … \\d+(\\.\\d)? m?s$`, 'm'))
    }
    expect(printed).toContain(`http://localhost:${app.port}`)
    await app.stop()
    rmSync(realpathSync(join(app.dataDir, 'postgres')), { recursive: true })
  },
)
