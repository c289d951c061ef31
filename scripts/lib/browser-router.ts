import type { Plugin } from 'vite'

const LIBRARY = /[\\/]react-router[\\/]dist[\\/]production[\\/]lib[\\/](.+?\.js)(?:$|\?)/

/** What Fettle does not use of the router, or has other, by file: text of the library, and what stands there in our build. */
const EDITS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  // Instrumentation is given to a router when it is created, and nobody does.
  'router/router.js': [
    ['init.instrumentations', 'false'],
    ['consumeInstrumentationClientResultMetaReceiver(router)', 'undefined'],
  ],
  // The development server replaces routes while a page is open.
  'dom-export/hydrated-router.js': [
    ['router.createRoutesForHMR = UNSAFE_createClientRoutesWithHMRRevalidationOptOut;', ''],
  ],
  // It would load the page anew that somebody is about to leave (src/client/lost-route.ts).
  'dom/ssr/routeModules.js': [
    [
      `console.error(\`Error loading route module \\\`\${route.module}\\\`, reloading page...\`);
		console.error(error);
		if (window.__reactRouterContext && window.__reactRouterContext.isSpaMode && import.meta.hot) throw error;
		window.location.reload();
		return new Promise(() => {});`,
      'return window.loadWholePage(route.module, error);',
    ],
  ],
  // Remarks that nobody reads.
  'dom/ssr/fog-of-war.js': [
    [
      'console.warn("Detected a manifest version mismatch during eager route discovery. The next navigation/fetch to an undiscovered route will result in a new document navigation to sync up with the latest manifest.");',
      '',
    ],
    ['console.warn("Detected manifest version mismatch, reloading...");', ''],
    ['console.error("Failed to fetch manifest patches", e);', ''],
  ],
  // Mistakes of pages that the development server finds.
  'dom/ssr/routes.js': [
    ['if (type === "loader" && !route.hasLoader || type === "action" && !route.hasAction) {', 'if (false) {'],
    [', but you are trying to submit to it. To fix this, please add ', '; add '],
  ],
  // React Server Components have a router of their own.
  'components.js': [['useIsRSCRouterContext() || ', '']],
  'dom/ssr/components.js': [
    ['= useIsRSCRouterContext()', '= false'],
    // What is in the page's own scripts is written by the server.
    ['let contextScript = staticContext ?', 'let contextScript = false ?'],
    ['let routeModulesScript = !isStatic ?', 'let routeModulesScript = true ?'],
  ],
  // Advice for developers, in a script that our content security policy refuses.
  'dom/ssr/errorBoundaries.js': [['errorInstance.stack), heyDeveloper)', 'errorInstance.stack))']],
  'hooks.js': [
    ['if (this.context) return /* @__PURE__ */ React$1.createElement(RSCErrorHandler, { error }, result);', ''],
  ],
}

/** Names are for React's developer tools; with them, and without the remark, a component stays that nobody uses. */
const NAME = /^\w+\.displayName = .*;$/gm
const MADE = /^(const \w+ = )(React\$1\.(?:forwardRef|createContext|memo)\()/gm

/** Throws when the library no longer has a text that is to be replaced. */
export function leanerRouter(file: string, code: string): string {
  let leaner = code
  for (const [text, replacement] of EDITS[file] ?? []) {
    if (!leaner.includes(text)) throw new Error(`react-router's ${file} no longer has: ${text}`)
    leaner = leaner.replaceAll(text, replacement)
  }
  return leaner.replace(NAME, '').replace(MADE, '$1/* @__PURE__ */ $2')
}

/** Lets the bundler leave out of the browser's part what we do not use of the router. */
export const browserRouter = (): Plugin => ({
  name: 'browser-router',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  transform(code, id) {
    const file = LIBRARY.exec(id)?.[1]?.replaceAll('\\', '/')
    return file === undefined ? undefined : { code: leanerRouter(file, code), map: null }
  },
})
