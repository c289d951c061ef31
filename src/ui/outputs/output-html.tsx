import type { OutputProps } from './output-props.ts'
import { OutputJson } from './plain-outputs.tsx'

/** Not even our own origin is asked for anything: a picture in it could be the address of a webhook. */
const POLICY = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:">`

/** A page drawn in a frame of no origin that may run nothing, fetch nothing and lead nowhere. */
export function OutputHtml({ spec, value }: OutputProps) {
  if (typeof value !== 'string') return <OutputJson spec={spec} value={value} />
  return (
    <figure className="flex min-w-0 flex-col gap-1">
      <figcaption className="text-13 text-text-2">{spec.label}</figcaption>
      {/* A frame of its own for each value: one that is still drawing keeps the old page now and then,
          and every page it gets after the first is one more step for Back. */}
      <iframe
        key={value}
        sandbox=""
        srcDoc={POLICY + value}
        title={spec.label}
        className="h-80 w-full resize-y rounded-6 border border-line"
      />
      {spec.help ? <p className="text-13 text-text-3">{spec.help}</p> : null}
    </figure>
  )
}
