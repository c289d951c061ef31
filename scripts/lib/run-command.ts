import { spawn } from 'node:child_process'

export interface Outcome {
  passed: boolean
  /** Standard output and standard error as one text, in the order of arrival. */
  output: string
}

/** Text that is collected needs no colours. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const { FORCE_COLOR: _, ...rest } = process.env
  return { ...rest, NO_COLOR: '1' }
}

/** Runs a command to its end and collects what it says. */
export function runCommand([program = '', ...args]: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...plainEnvironment(), ...env },
  })
  let output = ''
  const collect = (text: string) => {
    output += text
  }
  child.stdout.setEncoding('utf8').on('data', collect)
  child.stderr.setEncoding('utf8').on('data', collect)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ passed: code === 0, output }))
  })
}
