import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright'
import { removeApps, removeFolders, startApp } from '../e2e/support/app-process.ts'
import { findChromium } from '../scripts/chromium.ts'
import { thisMachine } from './machine.ts'

// `npm run lighthouse`: a middling phone on slow 4G, as Lighthouse simulates it; the median of five visits each.
// `npm run lighthouse -- /explore` visits that page alone and writes nothing down.
const PATHS = ['/', '/explore', '/fxn/tip-calculator', '/fxn/json-formatter', '/fxn/loan-payment']
const named = process.argv.slice(2)
const VISITS = 5
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const METRICS = {
  'first-contentful-paint': 'ms',
  'largest-contentful-paint': 'ms',
  'total-blocking-time': 'ms',
  'cumulative-layout-shift': '',
  'speed-index': 'ms',
} as const
/** The least that each score may be. */
const SCORES: Readonly<Record<string, number>> = {
  performance: 95,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
}
/** What design asks for in the laboratory. */
const TARGETS: Readonly<Record<string, number>> = {
  'largest-contentful-paint': 1800,
  'total-blocking-time': 150,
  'cumulative-layout-shift': 0.02,
}

type Figures = Readonly<Record<string, number>>

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

async function visitOnce(url: string, port: number): Promise<Figures> {
  const result = await lighthouse(url, { port, onlyCategories: CATEGORIES, formFactor: 'mobile', logLevel: 'error' })
  if (result === undefined) throw new Error(`Lighthouse said nothing about ${url}`)
  const { categories, audits, environment, runtimeError } = result.lhr
  // Chromium now and then begins its trace after the page did; such a visit has measured nothing.
  if (runtimeError?.code === 'NO_NAVSTART') return visitOnce(url, port)
  if (runtimeError !== undefined) throw new Error(`${url}: ${runtimeError.message}`)
  const scores = CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)])
  const metrics = Object.keys(METRICS).map((name) => {
    const value = audits[name]?.numericValue ?? Number.NaN
    return [name, METRICS[name as keyof typeof METRICS] === 'ms' ? Math.round(value) : Math.round(value * 1000) / 1000]
  })
  // How fast Lighthouse finds this machine: with the 4× of its phone, figures of unlike machines do not compare.
  return Object.fromEntries([...scores, ...metrics, ['benchmark-index', Math.round(environment.benchmarkIndex)]])
}

function medians(visits: readonly Figures[]): Figures {
  const names = Object.keys(visits[0] ?? {})
  const middle = Math.floor(visits.length / 2)
  return Object.fromEntries(
    names.map((name) => [
      name,
      visits.map((one) => one[name] ?? Number.NaN).sort((a, b) => a - b)[middle] ?? Number.NaN,
    ]),
  )
}

const executablePath = findChromium(process.env)
if (executablePath === undefined) throw new Error('No Chromium found')
const machine = thisMachine()
const app = await startApp({ env: { NODE_ENV: 'production', ALLOW_TEST_PAYMENTS: 'true' } })
const port = await freePort()
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', `--remote-debugging-port=${port}`] })
const pages: Record<string, Figures> = {}
try {
  for (const path of named.length > 0 ? named : PATHS) {
    const visits: Figures[] = []
    for (let visit = 0; visit < VISITS; visit++) visits.push(await visitOnce(app.url + path, port))
    const figures = medians(visits)
    pages[path] = figures
    const missed = [
      ...Object.entries(SCORES).filter(([name, least]) => !((figures[name] ?? Number.NaN) >= least)),
      ...Object.entries(TARGETS).filter(([name, most]) => !((figures[name] ?? Number.NaN) <= most)),
    ]
    if (missed.length > 0) process.exitCode = 1
    console.log(
      path,
      JSON.stringify(figures),
      missed.length === 0 ? '' : `missed: ${missed.map(([name]) => name).join(', ')}`,
    )
  }
} finally {
  await browser.close()
  await removeApps()
  removeFolders()
}
if (named.length === 0) {
  const results = join(import.meta.dirname, 'results')
  mkdirSync(results, { recursive: true })
  const day = new Date().toISOString().slice(0, 10)
  const file = join(results, `lighthouse-${day}-${machine.commit.replace('+', '-changed')}.json`)
  writeFileSync(
    file,
    `${JSON.stringify({ day, machine, visits: VISITS, targets: { ...SCORES, ...TARGETS }, pages }, undefined, 2)}\n`,
  )
  console.log(`Written to ${file}`)
}
