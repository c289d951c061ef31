import type { FeaturedTool } from '#src/features/featured/featured.schema.ts'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import { CardSkeletons } from '#src/ui/skeleton.tsx'
import { LoadNote } from './load-note.web.tsx'
import { ToolGrid } from './tool-card.web.tsx'

const PLACEHOLDERS = 3

interface FeaturedToolsProps {
  /** Undefined: they could not be fetched. */
  readonly tools: readonly FeaturedTool[] | undefined
  readonly isLoading: boolean
}

/** Chosen by hand, and said so; nothing where nothing is chosen. */
export function FeaturedTools({ tools, isLoading }: FeaturedToolsProps) {
  if (!isLoading && tools?.length === 0) return null
  return (
    <section aria-labelledby="featured" className="flex flex-col gap-4">
      <SectionHeader id="featured" title="Featured Tools" />
      {isLoading ? (
        <CardSkeletons count={PLACEHOLDERS} label="Loading featured tools…" />
      ) : tools === undefined ? (
        <LoadNote>Failed to fetch featured tools</LoadNote>
      ) : (
        <ToolGrid tools={tools.map(({ fxn }) => fxn)} />
      )}
    </section>
  )
}
