import { spawn } from 'node:child_process'
import path from 'node:path'
import { type Bundle, reachableBundle } from './bundle.ts'

export interface JailOptions {
  /** The built runner: runner.mjs and quickjs.wasm. */
  readonly bundleDir: string
  /** The operator's decision for machines whose kernel refuses namespaces; without it custom tools stay off there. */
  readonly allowWithoutNetworkNamespace?: boolean
}

export interface Jail {
  /** False: the runner could reach the network if its engine were broken out of. */
  readonly networkClosed: boolean
  readonly command: readonly [string, ...string[]]
}

export type JailProbe = { readonly ok: true; readonly jail: Jail } | { readonly ok: false; readonly reason: string }

interface Surroundings {
  readonly root: boolean
  readonly linux: boolean
  readonly networkClosed: boolean
}

// Not 65534: PostgreSQL may run as that one, and a runner must not be able to touch it.
const RUNNER_ID = 65_533

// The parent stops runners long before the processor limit; it is for the case that the parent is gone.
// Of the address space only what is written counts (data): the engine reserves gigabytes that it never touches.
const PRLIMIT = [
  'prlimit',
  '--cpu=600',
  '--data=1073741824',
  '--stack=33554432',
  '--nofile=64',
  '--nproc=128',
  '--fsize=0',
  '--core=0',
  '--',
] as const
const NODE_FLAGS = [
  '--permission',
  '--no-warnings',
  '--max-old-space-size=96',
  '--max-semi-space-size=4',
  '--v8-pool-size=1',
  // Each call leaves an engine behind; helpers of the collector would take the processor of the other runners.
  '--single-threaded-gc',
  // The engine's own stack limit must be reached before the host's.
  '--stack-size=12000',
]

/**
 * The command line of a jailed process. Each program sets its part and becomes the next one.
 * setpriv comes last: capabilities go when it starts its program, and unshare and prlimit may need them.
 */
export function jailCommand({ dir, node }: Bundle, around: Surroundings, script = 'runner.mjs'): Jail['command'] {
  const program = [node, `--allow-fs-read=${dir}`, ...NODE_FLAGS, path.join(dir, script)]
  if (!around.linux) return ['env', '-i', ...program]
  const inside = [...PRLIMIT, 'env', '-i', ...setpriv(around), ...program] as const
  return around.networkClosed ? ['unshare', around.root ? '-n' : '-Urn', '--', ...inside] : inside
}

function setpriv({ root, networkClosed }: Surroundings): string[] {
  const account = root ? [`--reuid=${RUNNER_ID}`, `--regid=${RUNNER_ID}`, '--clear-groups'] : []
  // An ordinary user has a bounding set to drop only inside a user namespace of its own.
  const bounding = root || networkClosed ? ['--bounding-set=-all'] : []
  return ['setpriv', ...account, '--no-new-privs', '--inh-caps=-all', ...bounding, '--pdeathsig=KILL', '--']
}

/** Whether this machine can hold a runner, found by starting one, and the command line that does. */
export async function probeJail(options: JailOptions): Promise<JailProbe> {
  const root = process.getuid?.() === 0
  const linux = process.platform === 'linux'
  const bundle = await reachableBundle(options.bundleDir, { otherAccount: root })
  if (!bundle.ok) return bundle
  let reason = 'This system has no network namespaces'
  for (const networkClosed of options.allowWithoutNetworkNamespace ? [true, false] : [true]) {
    if (networkClosed && !linux) continue
    const command = jailCommand(bundle, { root, linux, networkClosed })
    const problem = await trial(command)
    if (problem === undefined) return { ok: true, jail: { networkClosed, command } }
    reason = problem
  }
  return { ok: false, reason }
}

const TRIAL_MS = 20_000

/** Starts the command with its input closed: a runner then ends by itself. Undefined: it did. */
function trial([file, ...args]: Jail['command']): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/', timeout: TRIAL_MS })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (said.length < 1000) said += text
    })
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) =>
      resolve(code === 0 ? undefined : (said.trim().split('\n')[0] ?? '') || `${file} ended with ${signal ?? code}`),
    )
  })
}
