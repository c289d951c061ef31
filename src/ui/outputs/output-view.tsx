import { type ComponentType, Suspense } from 'react'
import type { Renderer } from '#src/sdk/outputs.ts'
import { lazyPart } from '../lazy-part.tsx'
import { Skeleton } from '../skeleton.tsx'
import type { OutputProps } from './output-props.ts'
import { OutputBadge, OutputJson, OutputList, OutputTable, OutputText } from './plain-outputs.tsx'

/**
 * Only what comes later may be waited for: React sends the rest of a long page behind a boundary of its own, where
 * somebody without scripts never sees it.
 */
function later(load: () => Promise<ComponentType<OutputProps>>): ComponentType<OutputProps> {
  const Part = lazyPart(load)
  return (props) => (
    <Suspense fallback={<Skeleton className="h-40 w-full" />}>
      <Part {...props} />
    </Suspense>
  )
}

const Later = later(() => import('./output-later.tsx').then((file) => file.OutputLater))

const RENDERERS = {
  text: OutputText,
  badge: OutputBadge,
  list: OutputList,
  table: OutputTable,
  json: OutputJson,
  wheel: later(() => import('./output-wheel.tsx').then((file) => file.OutputWheel)),
  image: later(() => import('./output-image.tsx').then((file) => file.OutputImage)),
  chart: later(() => import('./output-chart.tsx').then((file) => file.OutputChart)),
} satisfies Record<Renderer, ComponentType<OutputProps>>

/** These are drawn in a way of their own, whatever the renderer. */
const OWN_WAYS: readonly unknown[] = ['marked', 'file', 'countdown', 'html']

/** One output of a tool or a step. Wheel, image, chart, marked text, HTML, files and countdowns load on demand. */
export function OutputView({ spec, value }: OutputProps) {
  if (value === undefined) return null
  const known: ComponentType<OutputProps> = Object.hasOwn(RENDERERS, spec.renderer)
    ? RENDERERS[spec.renderer]
    : OutputJson
  const View = OWN_WAYS.includes(spec.format) ? Later : known
  return <View spec={spec} value={value} />
}
