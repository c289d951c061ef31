import { flushCompileCache } from 'node:module'
import { parseEnv } from '#src/server/env.ts'
import { createLogger } from '#src/server/log.ts'
import { announce, runBoot } from './boot.ts'

// Node leaves NODE_ENV to us: the pages are built for production, so React and the router must be the same, whatever
// the operator calls this installation. Set before anything that reads it is imported.
const dev = process.argv.includes('--dev')

try {
  const env = parseEnv(process.env)
  process.env.NODE_ENV = dev ? 'development' : 'production'
  const running = await runBoot({ env, dev, log: createLogger(env) })
  announce(running)
  // Node keeps what it made of the sources when it ends in order; a process that is killed would leave nothing of it.
  flushCompileCache()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? explain(error) : String(error)}\n`)
  process.exit(1)
}

/** Failures that we foresaw say all in one sentence; a bug shows its stack. */
function explain(error: Error): string {
  const { code, port } = error as Error & { code?: string; port?: number }
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use. Stop the other program, or choose another port: PORT=${(port ?? 3000) + 1} npm start`
  return error.name === 'Error' || error.name === 'TypeError' ? String(error.stack) : error.message
}
