import type { ReactNode } from 'react'
import { PageMeta } from '#src/client/page-meta.tsx'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'

interface LegalPageProps {
  readonly path: string
  readonly title: string
  readonly lead: string
  /** Of the last change: "20 November 2026". */
  readonly date: string
  readonly children: ReactNode
}

export const LegalPage = ({ path, title, lead, date, children }: LegalPageProps) => (
  <>
    <PageMeta title={`${title} · Fettle`} description={lead} path={path} />
    <PageHeader title={title} lead={lead} />
    <PageBody>
      <div className="flex max-w-2xl flex-col gap-8">
        {children}
        <p className="meta-line">Last changed on {date}</p>
      </div>
    </PageBody>
  </>
)

export const Clause = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <section className="flex flex-col gap-3">
    <h2 className="text-18">{heading}</h2>
    <div className="flex flex-col gap-3 text-16 text-text-2">{children}</div>
  </section>
)

interface FactsProps {
  readonly caption: string
  readonly head: readonly [string, string, string]
  readonly rows: readonly (readonly [string, string, string])[]
}

/** A table that becomes a list of cards where there is no room for columns. */
export const Facts = ({ caption, head, rows }: FactsProps) => (
  <table className="block w-full text-start text-14 md:table">
    <caption className="sr-only">{caption}</caption>
    <thead className="sr-only md:not-sr-only md:table-header-group">
      <tr className="md:border-b md:border-line-strong">
        {head.map((title) => (
          <th key={title} scope="col" className="py-2 pe-4 font-medium text-text">
            {title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody className="block md:table-row-group">
      {rows.map(([what, why, howLong]) => (
        <tr key={what} className="block border-b border-line py-3 align-top md:table-row md:py-0">
          <th scope="row" className="block font-medium text-text md:table-cell md:py-2 md:pe-4 md:align-top">
            {what}
          </th>
          <td className="block md:table-cell md:py-2 md:pe-4">{why}</td>
          <td className="block md:table-cell md:py-2">
            <span className="text-text-3 md:hidden">{head[2]}: </span>
            {howLong}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
