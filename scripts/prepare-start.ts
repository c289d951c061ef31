import { parseEnv } from '#src/server/env.ts'
import { EnvError } from '#src/server/env-values.ts'

// A wrong value is said before the web part is built, which takes longer than anybody expects of a refusal.
try {
  parseEnv(process.env)
  await import('./build.ts')
} catch (error) {
  if (!(error instanceof EnvError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
