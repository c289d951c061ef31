import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { DRAWN_PAGE_IS_READY, DRAWN_PAGE_PATH } from '#src/lib/drawn-page.ts'

const STYLE = 'html, body { height: 100%; margin: 0 } iframe { display: block; width: 100%; height: 100%; border: 0 }'

/** It takes a page from the application alone, and from nobody else who frames it. */
const scriptFor = (publicUrl: string) => `
const application = ${JSON.stringify(publicUrl).replaceAll('<', '\\u003c')}
addEventListener('message', ({ origin, source, data }) => {
  if (origin !== application || source !== parent || typeof data !== 'string') return
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', '')
  frame.srcdoc = data
  document.body.replaceChildren(frame)
})
parent.postMessage(${JSON.stringify(DRAWN_PAGE_IS_READY)}, application)
`

/**
 * GET /drawn-page, on the host of what strangers made: the frame in which a page that a tool has drawn is shown. The page
 * comes by message, and stands in a frame without scripts and without an origin. That the outer one may do nothing but that
 * is said here and not by our page, whose console would be warned of a frame that has both scripts and an origin.
 */
export function drawnPage(app: FastifyInstance, { publicUrl }: { readonly publicUrl: string }): void {
  const script = scriptFor(publicUrl)
  const hash = createHash('sha256').update(script).digest('base64')
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Drawn by a tool</title><style>${STYLE}</style></head><body><script>${script}</script></body></html>`
  app.get(DRAWN_PAGE_PATH, { config: { isContent: true } }, async (_request, reply) =>
    reply
      .removeHeader('x-frame-options')
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'public, max-age=3600',
        'content-security-policy': `sandbox allow-scripts allow-same-origin; default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'`,
      })
      .send(page),
  )
}
