import type { Plugin } from 'vite'

const LIBRARY = /[\\/]lucide-react[\\/]dist[\\/]esm[\\/](?:icons[\\/][\w-]+|createLucideIcon)\.mjs(?:$|\?)/
/** React wants keys of lists that change; an icon's lines never do, and random letters do not compress. */
const KEY = /,\s*key:\s*"\w+"/g
/** Nobody looks an icon up by its names, and all are drawn in a square of 24. */
const FACTS = /^(?: {2}name: "[\w-]+",| {2}size: 24,| {2}aliases: \[[^\]]*\]|__iconData\.node;)\n/gm
const FACTORY = /^function createLucideIcon\([\s\S]*^}$/m

/** What our icons take: `size` in px and `className`. The library's own also reads a context, titles and widths of lines. */
const LEANER_FACTORY = `function createLucideIcon({ node }) {
  return ({ size = 24, className = '' }) => createElement('svg', {
    xmlns: 'http://www.w3.org/2000/svg', width: size, height: size, viewBox: '0 0 24 24', fill: 'none',
    stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round',
    className: ('lucide ' + className).trim(), 'aria-hidden': 'true',
  }, ...node.map(([tag, attributes]) => createElement(tag, attributes)))
}`

/** Throws when the library makes its icons in another way than before. */
export function leanerIcon(code: string): string {
  if (!code.includes('createLucideIcon as default')) return code.replace(KEY, '').replace(FACTS, '')
  if (!FACTORY.test(code)) throw new Error('lucide-react no longer has: function createLucideIcon(…)')
  return code.replace(FACTORY, () => LEANER_FACTORY)
}

/** On the server too: both must render the same. */
export const browserIcons = (): Plugin => ({
  name: 'browser-icons',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) => (LIBRARY.test(id) ? { code: leanerIcon(code), map: null } : undefined),
})
