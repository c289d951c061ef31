import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { resolve } from 'node:path'
import { LaunchError } from './step.mjs'

const OLDEST = [24, 15]

/** The Node 24 that npm brought, or else the one that runs us if it is new enough. */
export function findNode24() {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const program = process.platform === 'win32' ? 'node.exe' : 'node'
  const brought = resolve(`node_modules/node-${system}-${process.arch}/bin/${program}`)
  if (existsSync(brought) && isNewEnough(versionOf(brought))) return brought
  if (isNewEnough(process.version)) return process.execPath
  throw new LaunchError(
    `Fettle runs on Node.js ${OLDEST.join('.')} or newer, and npm did not bring it for ${system}-${process.arch}: install it and start again.`,
  )
}

function isNewEnough(version) {
  const [major, minor] = version.replace('v', '').split('.').map(Number)
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])
}

/** Empty when the program cannot run on this machine. */
function versionOf(program) {
  if (program === process.execPath) return process.version
  return spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout ?? ''
}

/** Goes on as another program: in place where Node can, otherwise as a child whose signals and end are ours. */
export function become(program, args) {
  if (typeof process.execve === 'function') process.execve(program, [program, ...args], process.env)
  const child = spawn(program, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => child.kill(name))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

/** Runs a script of ours to its end; its output is ours. */
export function runToEnd(program, args) {
  const { status } = spawnSync(program, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
