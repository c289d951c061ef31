import { copyFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

/** Puts the engine beside the code, and a list of all files that the code was made of (a test reads it). */
function runnerFiles(): Plugin {
  return {
    name: 'runner-files',
    writeBundle({ dir = '.' }, bundle) {
      const modules = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []))
      const names = modules.map((id) => (path.isAbsolute(id) ? path.relative(import.meta.dirname, id) : id))
      writeFileSync(path.join(dir, 'modules.json'), `${JSON.stringify(names.sort(), undefined, 2)}\n`)
      copyFileSync(fileURLToPath(import.meta.resolve('quickjs-wasi/quickjs.wasm')), path.join(dir, 'quickjs.wasm'))
    },
  }
}

/** One file and the engine: all that a jailed process may read. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: 'src/sandbox/runner.ts',
    outDir: 'build/runner',
    target: 'node24',
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'runner.mjs', codeSplitting: false } },
  },
  plugins: [runnerFiles()],
})
