import { Circle, CircleCheck } from 'lucide-react'
import { qualityPoints } from './listing-quality.ts'
import type { ToolContent } from './tool-content.schema.ts'

/** How well the tool presents itself, and what would make it better. */
export function ListingScore({ content }: { readonly content: ToolContent }) {
  const points = qualityPoints(content)
  const met = points.filter((point) => point.met).length
  return (
    <section aria-labelledby="listing-quality" className="flex flex-col gap-3">
      <h3 id="listing-quality" className="eyebrow">
        Quality: {met} of {points.length}
      </h3>
      <p className="text-13 text-text-2">What makes it easier to find and to trust. You can publish without it.</p>
      <ul className="grid gap-x-6 gap-y-2 text-14 sm:grid-cols-2">
        {points.map(({ name, met: isMet, hint }) => (
          <li key={name} className="flex items-start gap-2">
            {isMet ? (
              <CircleCheck size={16} className="mt-0.5 shrink-0 text-ok" />
            ) : (
              <Circle size={16} className="mt-0.5 shrink-0 text-text-2" />
            )}
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {/* An icon says nothing to whoever cannot see it. */}
              <span className="sr-only">{isMet ? 'Done' : 'To do'}: </span>
              {name}
              {isMet ? null : <span className="block text-13 text-text-2">{hint}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
