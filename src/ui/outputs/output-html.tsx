import { useEffect, useRef } from 'react'
import { useRouteLoaderData } from 'react-router'
import { DRAWN_PAGE_IS_READY, DRAWN_PAGE_PATH } from '#src/lib/drawn-page.ts'
import type { OutputProps } from './output-props.ts'
import { OutputJson } from './plain-outputs.tsx'

/** Not even our own origin is asked for anything: a picture in it could be the address of a webhook. */
const POLICY = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:">`
const FRAME = 'h-80 w-full resize-y rounded-6 border border-line'

/** A page drawn in a frame of no origin that may run nothing, fetch nothing and lead nowhere. */
export function OutputHtml({ spec, value }: OutputProps) {
  const root = useRouteLoaderData<{ readonly contentUrl?: string; readonly publicUrl: string }>('root')
  if (typeof value !== 'string') return <OutputJson spec={spec} value={value} />
  const page = POLICY + value
  // A frame of its own for each value: one that is still drawing keeps the old page now and then,
  // and every page it gets after the first is one more step for Back.
  return (
    <figure className="flex min-w-0 flex-col gap-1">
      <figcaption className="text-13 text-text-2">{spec.label}</figcaption>
      {root?.contentUrl === undefined ? (
        <iframe key={value} sandbox="" srcDoc={page} title={spec.label} className={FRAME} />
      ) : (
        <DrawnElsewhere
          key={value}
          contentUrl={root.contentUrl}
          publicUrl={root.publicUrl}
          page={page}
          title={spec.label}
        />
      )}
      {spec.help ? <p className="text-13 text-text-3">{spec.help}</p> : null}
    </figure>
  )
}

interface DrawnElsewhereProps {
  /** Origin of what strangers made. */
  readonly contentUrl: string
  /** The origin that it answers. */
  readonly publicUrl: string
  readonly page: string
  readonly title: string
}

/** The same within a page of another host, which gets it by message and tells that it is the one asked. */
function DrawnElsewhere({ contentUrl, publicUrl, page, title }: DrawnElsewhereProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const element = frame.current
    if (element === null) return
    // As within a frame of another site that leaves us no origin.
    if (window.origin !== publicUrl) {
      element.setAttribute('sandbox', '')
      element.srcdoc = page
      return
    }
    const onMessage = ({ origin, source, data }: MessageEvent) => {
      if (origin !== contentUrl || source !== element.contentWindow || data !== DRAWN_PAGE_IS_READY) return
      element.contentWindow?.postMessage(page, contentUrl)
    }
    window.addEventListener('message', onMessage)
    // Not before somebody listens.
    element.src = contentUrl + DRAWN_PAGE_PATH
    return () => window.removeEventListener('message', onMessage)
  }, [contentUrl, publicUrl, page])
  return <iframe ref={frame} title={title} className={FRAME} />
}
