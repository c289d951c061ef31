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
  const contentUrl = useRouteLoaderData<{ readonly contentUrl?: string }>('root')?.contentUrl
  if (typeof value !== 'string') return <OutputJson spec={spec} value={value} />
  const page = POLICY + value
  // A frame of its own for each value: one that is still drawing keeps the old page now and then,
  // and every page it gets after the first is one more step for Back.
  return (
    <figure className="flex min-w-0 flex-col gap-1">
      <figcaption className="text-13 text-text-2">{spec.label}</figcaption>
      {contentUrl === undefined ? (
        <iframe key={value} sandbox="" srcDoc={page} title={spec.label} className={FRAME} />
      ) : (
        <DrawnElsewhere key={value} contentUrl={contentUrl} page={page} title={spec.label} />
      )}
      {spec.help ? <p className="text-13 text-text-3">{spec.help}</p> : null}
    </figure>
  )
}

interface DrawnElsewhereProps {
  /** Origin of what strangers made. */
  readonly contentUrl: string
  readonly page: string
  readonly title: string
}

/** The same within a page of another host, which gets it by message and tells that it is the one asked. */
function DrawnElsewhere({ contentUrl, page, title }: DrawnElsewhereProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const element = frame.current
    const onMessage = ({ origin, source, data }: MessageEvent) => {
      if (origin !== contentUrl || source !== element?.contentWindow || data !== DRAWN_PAGE_IS_READY) return
      element?.contentWindow?.postMessage(page, contentUrl)
    }
    window.addEventListener('message', onMessage)
    // Not before somebody listens.
    if (element) element.src = contentUrl + DRAWN_PAGE_PATH
    return () => window.removeEventListener('message', onMessage)
  }, [contentUrl, page])
  return <iframe ref={frame} title={title} className={FRAME} />
}
