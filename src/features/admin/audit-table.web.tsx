import { DataTable, type TableColumn } from '#src/ui/data-table.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { detailsText } from './audit-details.ts'
import type { AuditEntry } from './audit-log.schema.ts'

/** A log is compared with other logs, so its times are in UTC: "2026-11-20 12:00:00". */
const utc = (at: string) => at.slice(0, 19).replace('T', ' ')

const filteredBy = (name: string, value: string) => `/admin/audit?${new URLSearchParams({ [name]: value })}`

/** On a phone the first columns are in sight, the others a swipe away. */
const COLUMNS: readonly TableColumn<AuditEntry>[] = [
  { key: 'seq', header: '#', cell: ({ seq }) => seq.toLocaleString('en'), numeric: true, isHeader: true },
  {
    key: 'action',
    header: 'Action',
    cell: ({ action }) => <TextLink to={filteredBy('action', action)}>{action}</TextLink>,
  },
  {
    key: 'target',
    header: 'Target',
    cell: ({ target, targetEmail, targetTool }) => (
      <Named name={targetTool ?? targetEmail} id={target} path={filteredBy('target', target)} />
    ),
  },
  {
    key: 'actor',
    header: 'Who',
    cell: ({ actor }) =>
      actor === null ? (
        'nobody signed in'
      ) : (
        <Named name={actor.name} id={actor.email ?? actor.id} path={filteredBy('actor', actor.id)} />
      ),
  },
  {
    key: 'details',
    header: 'Details',
    cell: ({ details }) => <p className="min-w-56 [overflow-wrap:anywhere]">{detailsText(details)}</p>,
  },
  {
    key: 'at',
    header: 'Time (UTC)',
    cell: ({ at }) => (
      <time dateTime={at} className="whitespace-nowrap">
        {utc(at)}
      </time>
    ),
  },
  { key: 'address', header: 'Address', cell: ({ address }) => address },
]

interface NamedProps {
  /** Null for what has no name any more. */
  readonly name: string | null
  readonly id: string
  readonly path: string
}
const Named = ({ name, id, path }: NamedProps) => (
  <span className="flex min-w-40 flex-col [overflow-wrap:anywhere]">
    <TextLink to={path} className="min-h-6 w-fit">
      {name ?? id}
    </TextLink>
    {name === null ? null : <span className="meta-line">{id}</span>}
  </span>
)

export const AuditTable = ({ entries }: { entries: readonly AuditEntry[] }) => (
  <DataTable
    caption="Entries of the audit log"
    hidesCaption
    columns={COLUMNS}
    rows={entries}
    rowKey={({ seq }) => String(seq)}
  />
)
