import { removeFolders, startApp, temporaryFolder } from './app-process.ts'

/**
 * Vitest runs this once, before all tests: a data folder as the first start leaves it, which most apps then copy, and
 * what Node makes of the sources, which is a quarter of the work of each later start.
 */
export async function setup(): Promise<void> {
  process.env.NODE_COMPILE_CACHE = temporaryFolder()
  const dataDir = temporaryFolder()
  const app = await startApp({ dataDir })
  await app.stop()
  process.env.E2E_PREPARED_DATA = dataDir
}

export const teardown = removeFolders
