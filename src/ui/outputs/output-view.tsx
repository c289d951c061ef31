import { type ComponentType, lazy, Suspense } from 'react'
import type { Renderer } from '#src/sdk/outputs.ts'
import { Skeleton } from '../skeleton.tsx'
import type { OutputProps } from './output-props.ts'
import { OutputBadge, OutputJson, OutputList, OutputTable, OutputText } from './plain-outputs.tsx'

/** Formats that are drawn in a way of their own, whatever the renderer. */
const FORMATS = {
  marked: lazy(() => import('./output-marked.tsx').then((file) => ({ default: file.OutputMarked }))),
  html: lazy(() => import('./output-html.tsx').then((file) => ({ default: file.OutputHtml }))),
} satisfies Record<string, ComponentType<OutputProps>>

const RENDERERS = {
  text: OutputText,
  badge: OutputBadge,
  list: OutputList,
  table: OutputTable,
  json: OutputJson,
  wheel: lazy(() => import('./output-wheel.tsx').then((file) => ({ default: file.OutputWheel }))),
  image: lazy(() => import('./output-image.tsx').then((file) => ({ default: file.OutputImage }))),
  chart: lazy(() => import('./output-chart.tsx').then((file) => ({ default: file.OutputChart }))),
} satisfies Record<Renderer, ComponentType<OutputProps>>

/** One output of a tool or a step. Wheel, image, chart, marked text and HTML load on demand. */
export function OutputView({ spec, value }: OutputProps) {
  if (value === undefined) return null
  const known: ComponentType<OutputProps> = Object.hasOwn(RENDERERS, spec.renderer)
    ? RENDERERS[spec.renderer]
    : OutputJson
  const View = spec.format === 'marked' || spec.format === 'html' ? FORMATS[spec.format] : known
  return (
    <Suspense fallback={<Skeleton className="h-40 w-full" />}>
      <View spec={spec} value={value} />
    </Suspense>
  )
}
