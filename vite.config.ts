import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { browserIcons } from './scripts/lib/browser-icons.ts'
import { browserRouter } from './scripts/lib/browser-router.ts'
import { browserTools } from './scripts/lib/browser-tools.ts'

/** What every page loads. */
const APP = [
  /node_modules.(?:react|react-dom|react-router|scheduler)./,
  /src.app./,
  /src.client.(?:lost-route|page-meta|theme|toasts|use-saved-copy)\./,
  /src.ui.(?:shell.|badge|card|copy-|fields.(?:field-frame|text-field)|lazy-part|live-region|notification-tray|scroll-box|search-form|skeleton|states|text-link|toaster)/,
]

/** What the pages of an account share, and no public page has. */
const DATA = /node_modules.@tanstack.|src.client.(?:protected|query-)/

/** What many pages share of ours, but for what only opens later. */
const COMMON =
  /src.(?:client|ui).(?!code-block|dialog|menu|payments-note|relative-time|roving|spinner|status-icon|time-ago|toast-entries|fields.(?:use-checked-form|form-notes))/

/** What tools are made with, for those who run them in a worker; without what few of them need. */
const SDK = /src.sdk.(?!check-input|numbers-of|pattern|sandbox-limits)/

/** The rest of the design system and what tools are run with, without what few pages have. */
const UI = [
  /src.ui.(?!avatar|data-table|data-view|fields.(?:file-|long-|named-|text-file|password-|use-checked-form|form-notes)|code-block|dialog|fit-beside|hold-focus|kept-row|light-modal|long-rows|menu|meters|outputs.(?:chart-scale|output-chart|output-file|sort-rows)|pagination|relative-time|roving|rows-in-sight|show-older|spinner|stat\.|status-icon|tabs|time-ago|toast-entries|use-drag-order)/,
  /src.sdk.(?!check-input|field-types|index|numbers-of|outputs|pattern|sandbox-limits)/,
  /src.features.tool-runs.(?!guest-|pending-run|remote-runner|server-runner)/,
  /src.features.catalog.(?:builtin-code|find-builtin|tool-card)|src.features.tool-page.object-list/,
  /lucide-react.dist.esm.icons.(?:download|play|rotate-ccw)\./,
]

/** What a tool page begins with: not what opens later, and not the pages themselves. */
const TOOL =
  /src.features.tool-page.(?!api-panel|creator-line|delicate|download-menu|embed|history|long-text|more-menu|object-|opening-values|output-file|run-progress|send|share-menu|snippets|table-csv|tool\.page|verified-cases|versions\.page|workflow-)/

/** Pictures that are drawn beside each other: ten files of a line each would weigh twice as much. */
const NODE_ICONS = /lucide-react.dist.esm.icons.(?:circle-stop|funnel|hourglass|stamp)\./
const EDITOR_ICONS = /lucide-react.dist.esm.icons.(?:chart-column|minus|rotate-ccw-clock|scan)\./

/** What loans are reckoned with: one file compresses better than four. */
const INSTALMENTS = /src.lib.(?:finance.(?:due-dates|schedule)|fixed-point|money)\./

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), browserIcons(), browserRouter(), browserTools('page')],
  worker: {
    format: 'es' as const,
    plugins: () => [browserTools('worker')],
    // One file for what every tool needs there.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'sdk', test: SDK }] } } },
  },
  // Data: URLs would need a looser content security policy. All browsers that we serve know modulepreload.
  build: {
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: {
      polyfill: false,
      // The names of the files that later parts consist of would weigh in every page; each part asks for its own.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'js' ? needed.filter((name) => name.endsWith('.css')) : needed,
    },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // The router's warnings are for developers, who have them in development.
          treeshake: {
            manualPureFunctions: ['warning', 'warningOnce', 'warnOnce'],
            // What the makers of fields make is only wanted where it is used.
            moduleSideEffects: [{ test: /src.sdk./, sideEffects: false }],
          },
          output: {
            // Few files with much in common: fewer requests, and they compress better than forty small ones.
            codeSplitting: {
              groups: [
                { name: 'app', priority: 3, test: (id: string) => APP.some((part) => part.test(id)) },
                { name: 'data', priority: 3, test: DATA },
                { name: 'common', priority: 2, test: COMMON, minShareCount: 8 },
                { name: 'tool', priority: 0, test: TOOL },
                // Of its own, or those who only convert would carry the loans too.
                { name: 'rational', priority: 2, test: /src.lib.rational\./ },
                { name: 'instalments', priority: 1, test: INSTALMENTS },
                { name: 'node-icons', priority: 1, test: NODE_ICONS },
                { name: 'editor-icons', priority: 1, test: EDITOR_ICONS },
                { name: 'ui', priority: 1, test: (id: string) => UI.some((part) => part.test(id)), minShareCount: 2 },
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
