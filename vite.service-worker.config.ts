import { defineConfig } from 'vite'
import { buildName } from './scripts/lib/web-sources.ts'

/** One file beside the pages. Built after them: its name for the build changes with their sources, and so does its text. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  define: { BUILD: JSON.stringify(buildName()) },
  build: {
    outDir: 'build/client',
    emptyOutDir: false,
    rolldownOptions: {
      input: 'src/features/offline/service-worker.ts',
      output: { format: 'iife', entryFileNames: 'sw.js', codeSplitting: false },
    },
  },
})
