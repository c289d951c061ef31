import { finished } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import { type RenderToPipeableStreamOptions, renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { requestContext } from '#src/client/request-context.ts'
import { KEEP_EARLY_CLICKS } from './early-clicks.ts'
import { isReadFirst, lateModules, lowPriorityModules, START_LATE_MODULES } from './late-modules.ts'

// The Fastify process sets the context under this very key: a second copy of the module would be another key.
export { requestContext }

export const streamTimeout = 5000

/** What a loader or an action threw. Without this, the router prints it in lines that are none of the log's. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  const isRefusal = isRouteErrorResponse(error) && error.status < 500
  if (!isRefusal && !request.signal.aborted) context.get(requestContext).reportError(error)
}

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { nonce, viewer, reportError } = loadContext.get(requestContext)
  const isLate = viewer === null && isReadFirst(new URL(request.url).pathname)
  const ready: keyof RenderToPipeableStreamOptions = isbot(request.headers.get('user-agent') ?? '')
    ? 'onAllReady'
    : 'onShellReady'
  return new Promise((resolve, reject) => {
    let answerStatus = status
    // Cleared when the stream ends: a pending timer keeps the whole rendered page in memory.
    const timer = setTimeout(() => abort(), streamTimeout + 1000)
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
      {
        nonce,
        bootstrapScriptContent: isLate ? `${KEEP_EARLY_CLICKS};${START_LATE_MODULES}` : KEEP_EARLY_CLICKS,
        [ready]() {
          const body = isLate ? lateModules(nonce) : lowPriorityModules()
          finished(body, { readable: false }, () => clearTimeout(timer))
          headers.set('content-type', 'text/html; charset=utf-8')
          pipe(body)
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status: answerStatus }))
        },
        onShellError(error) {
          clearTimeout(timer)
          reject(error)
        },
        onError(error) {
          answerStatus = 500
          if (!request.signal.aborted) reportError(error)
        },
      },
    )
  })
}
