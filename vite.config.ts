import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  worker: { format: 'es' as const },
  // Data: URLs would need a looser content security policy.
  build: { assetsInlineLimit: 0, manifest: true },
  environments: {
    client: {
      // What most pages share, and the parts of the design system that several use, travel in two files: fewer
      // requests, and they compress better than forty small ones.
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'common', priority: 2, minShareCount: 8 },
                // File and password fields are loaded by the few forms that have one.
                { name: 'ui', priority: 1, test: /src.ui.(?!fields.(file|password)-)/, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
  },
  // The view libraries are bundled into the server build (half the memory, faster start); React and the router are
  // shared with the Fastify process, or its context keys would not match.
  ssr:
    command === 'build'
      ? { noExternal: true, external: ['react', 'react-dom', 'react-router', '@react-router/node', 'isbot'] }
      : {},
}))
