import type { ReactNode } from 'react'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'

export const GallerySection = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id} className="flex min-w-0 flex-col gap-6">
    <SectionHeader id={id} title={title} />
    {children}
  </section>
)

/** One part with its name. */
export const Specimen = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex min-w-0 flex-col gap-2">
    <h3 className="eyebrow font-normal">{name}</h3>
    {children}
  </div>
)

export const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-3">{children}</div>
)
