import path from 'node:path'
import { probeJail } from '#src/sandbox/jail.ts'
import { createSandbox } from '#src/sandbox/pool.ts'
import type { Sandbox } from '#src/sandbox/sandbox.ts'
import type { Env } from '#src/server/env.ts'
import type { Logger } from '#src/server/log.ts'

const bundleDir = path.resolve(import.meta.dirname, '../../build/runner')

const switchedOff = (message: string): Sandbox => ({
  run: async () => ({ ok: false, error: { code: 'SANDBOX_UNAVAILABLE', message, retryAfter: 3600 } }),
  stop: async () => {},
})

/**
 * Creator tools run in jailed processes, or not at all: where the kernel refuses the jail, the start says so. Whether it
 * does is looked up at once, and said when the sandbox is asked for: other steps of the start write their lines meanwhile.
 */
export function prepareSandbox(env: Env, log: Logger): () => Promise<Sandbox> {
  if (env.sandbox === 'off') return async () => switchedOff('Creator tools are switched off here')
  const allowWithoutNetworkNamespace = env.sandbox === 'without-namespace'
  const probing = probeJail({ bundleDir, allowWithoutNetworkNamespace })
  probing.catch(() => undefined)
  return async () => {
    const probe = await probing
    if (!probe.ok) {
      log.warn(
        { reason: probe.reason },
        'creator tools are off: this system cannot jail them (see SANDBOX in the README)',
      )
      return switchedOff('Creator tools cannot run on this system')
    }
    return createSandbox({
      bundleDir,
      allowWithoutNetworkNamespace,
      probe,
      log: (message, details) => log.debug(details, message),
    })
  }
}
