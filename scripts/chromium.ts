import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { step } from '#src/server/progress.ts'
import { runCommand } from './lib/run-command.ts'

/** No browser for the end-to-end tests; the message is one sentence that says what to do. */
export class ChromiumMissingError extends Error {
  override name = 'ChromiumMissingError'
}

/** Draws pages as a whole Chromium does, in fewer processes and with less to start; it keeps no page for the way back. */
const SHELL = 'chromium-headless-shell'
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

interface Machine {
  env: NodeJS.ProcessEnv
  isRoot: boolean
  isDebian: boolean
}

const thisMachine = (): Machine => ({
  env: process.env,
  isRoot: process.getuid?.() === 0,
  isDebian: existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8')),
})

/** The browser of the end-to-end tests: CHROMIUM_PATH, then PATH; on Debian root installs it. */
export async function ensureChromium(machine: Machine = thisMachine()): Promise<string> {
  const found = findChromium(machine.env)
  if (found !== undefined) return found
  if (!machine.isDebian || !machine.isRoot) {
    throw new ChromiumMissingError(
      'The end-to-end tests need Chromium: install it with your package manager, or set CHROMIUM_PATH to a Chromium or Chrome.',
    )
  }
  await step('Installing Chromium', () => installOnDebian('chromium'))
  const installed = findChromium(machine.env)
  if (installed === undefined) throw new ChromiumMissingError('apt-get installed chromium, but it is not on PATH.')
  return installed
}

/**
 * The end-to-end tests take a fifth less time with the light browser: on Debian root installs it. They run without it,
 * too, so that a machine which cannot have it is told nothing.
 */
export async function ensureLightChromium({ env, isRoot, isDebian }: Machine = thisMachine()): Promise<void> {
  const found = findChromium(env, { light: true })
  if (found === undefined || found.endsWith(SHELL) || env.CHROMIUM_PATH || !isDebian || !isRoot) return
  await step('Installing the light Chromium', () => installOnDebian(SHELL)).catch(() => undefined)
}

/** A whole Chromium, or with `light` one without windows where there is one. */
export function findChromium(env: NodeJS.ProcessEnv, { light = false } = {}): string | undefined {
  if (env.CHROMIUM_PATH) {
    if (isExecutable(env.CHROMIUM_PATH)) return env.CHROMIUM_PATH
    throw new ChromiumMissingError(`CHROMIUM_PATH is ${env.CHROMIUM_PATH}, which is not a program that can be run.`)
  }
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const names = light ? [SHELL, ...NAMES] : NAMES
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

async function installOnDebian(what: string): Promise<void> {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  // A closed network is known for one within seconds.
  const apt = ['apt-get', '-o', 'Acquire::http::Timeout=15', '-o', 'Acquire::Retries=0']
  await runCommand([...apt, 'update'], env)
  const { passed, output } = await runCommand([...apt, 'install', '-y', '--no-install-recommends', what], env)
  if (!passed)
    throw new ChromiumMissingError(`${output.trim()}\napt-get could not install ${what}: its reason is above.`)
}
