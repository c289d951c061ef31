import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright'
import sharp from 'sharp'
import { ensureChromium } from './chromium.ts'

// `npm run pictures` takes the pictures of the product anew, from a Fettle that it starts and stops: those of the
// README, and those that browsers show before they install the site (public/manifest.webmanifest names them).

const WIDE = { viewport: { width: 1280, height: 800 } }
const NARROW = { viewport: { width: 360, height: 780 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true }

interface Picture {
  readonly file: string
  readonly path: string
  readonly device: typeof WIDE
  /** Seen once the page is what the picture is to show. */
  readonly until: string
}
const PICTURES: readonly Picture[] = [
  { file: 'docs/images/tool-page.png', path: '/fxn/tip-calculator', device: WIDE, until: '101.40' },
  { file: 'public/screenshots/tool-wide.webp', path: '/fxn/loan-payment', device: WIDE, until: 'Results' },
  { file: 'public/screenshots/explore-wide.webp', path: '/explore', device: WIDE, until: 'All Tools' },
  { file: 'public/screenshots/tool-narrow.webp', path: '/fxn/tip-calculator', device: NARROW, until: 'Tip Calculator' },
  { file: 'public/screenshots/explore-narrow.webp', path: '/explore', device: NARROW, until: 'Explore tools' },
]

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port')
  return address.port
}

async function untilAnswered(url: string, app: ChildProcess): Promise<void> {
  while (app.exitCode === null) {
    if ((await fetch(`${url}/healthz`).catch(() => undefined))?.ok) return
    await sleep(100)
  }
  throw new Error(`Fettle ended with ${app.exitCode}`)
}

/** As visitors of a public place see it, in a database of its own. */
async function withApp(work: (url: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fettle-pictures-'))
  const port = await freePort()
  const app = spawn(process.execPath, ['scripts/start.mjs'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', ALLOW_TEST_PAYMENTS: 'true', PORT: String(port), DATA_DIR: dataDir },
  })
  try {
    await untilAnswered(`http://localhost:${port}`, app)
    await work(`http://localhost:${port}`)
  } finally {
    if (app.exitCode === null) {
      app.kill('SIGINT')
      await once(app, 'exit')
    }
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function shoot(page: Page, { file, path, until }: Picture, url: string): Promise<void> {
  await page.goto(url + path, { waitUntil: 'networkidle' })
  await page.getByRole('main').getByText(until).filter({ visible: true }).first().waitFor()
  const picture = sharp(await page.screenshot())
  const small = file.endsWith('.webp') ? picture.webp({ quality: 82 }) : picture.png({ palette: true })
  const content = await small.toBuffer()
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, content)
  console.log(`${file}  ${Math.round(content.length / 1000)} kB`)
}

async function takeAll(browser: Browser, url: string): Promise<void> {
  for (const picture of PICTURES) {
    const context = await browser.newContext({ ...picture.device, serviceWorkers: 'block' })
    await shoot(await context.newPage(), picture, url)
    await context.close()
  }
}

const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ['--no-sandbox'] })
try {
  await withApp((url) => takeAll(browser, url))
} finally {
  await browser.close()
}
