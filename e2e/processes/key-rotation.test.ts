import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { launchApp, removeApps, removeFolders, startApp } from '../support/app-process.ts'

afterEach(removeApps)
afterAll(removeFolders)

const fileIn = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8')

test('the command for a new master key leaves a folder that starts with it, and refuses one that is in use', async () => {
  const command = [process.execPath, 'scripts/rotate-key.ts'] as const
  const rotation = await launchApp({ command })
  const { dataDir } = rotation
  const before = fileIn(dataDir, 'secret.key')
  expect(await rotation.exited).toBe(0)
  expect(rotation.output()).toContain(
    '0 secrets are sealed under the new key. It is in secret.key now; secret.key.old opens older backups.\n',
  )
  expect(fileIn(dataDir, 'secret.key.old')).toBe(before)
  expect(fileIn(dataDir, 'secret.key')).not.toBe(before)

  const app = await startApp({ dataDir })
  const again = await launchApp({ command, dataDir })
  expect(await again.exited).toBe(1)
  expect(again.output()).toContain(`already uses the data folder ${dataDir}.`)
  await app.stop()
})
