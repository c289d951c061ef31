import { type AppProcess, startApp, temporaryFolder } from '../e2e/support/app-process.ts'
import { type Figure, rounded } from './figures.ts'

const AGAIN = 3

/** From `npm start` to the first answer: once with nothing there, then on the same data. */
export async function startBench(): Promise<Figure[]> {
  const dataDir = temporaryFolder()
  const first = await timed(dataDir)
  const again: number[] = []
  for (let at = 0; at < AGAIN; at++) again.push(await timed(dataDir))
  return [
    { name: 'first start, to the first answer', value: rounded(first), unit: 'ms' },
    { name: `second start, the slowest of ${AGAIN}`, value: rounded(Math.max(...again)), unit: 'ms', target: '≤ 3000' },
  ]
}

async function timed(dataDir: string): Promise<number> {
  const begun = performance.now()
  const app: AppProcess = await startApp({ dataDir })
  const duration = performance.now() - begun
  await app.stop()
  return duration
}
