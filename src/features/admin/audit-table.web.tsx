import { DataTable, type TableColumn } from '#src/ui/data-table.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import type { AuditEntry } from './audit-log.schema.ts'

/** A log is compared with other logs, so its times are in UTC: "2026-11-20 12:00:00". */
const utc = (at: string) => at.slice(0, 19).replace('T', ' ')

const detailsText = (details: AuditEntry['details']) =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(' · ')

const filteredBy = (name: string, value: string) => `/admin/audit?${new URLSearchParams({ [name]: value })}`

const COLUMNS: readonly TableColumn<AuditEntry>[] = [
  { key: 'seq', header: '#', cell: ({ seq }) => seq.toLocaleString('en'), numeric: true, isHeader: true },
  {
    key: 'at',
    header: 'Time (UTC)',
    cell: ({ at }) => (
      <time dateTime={at} className="whitespace-nowrap">
        {utc(at)}
      </time>
    ),
  },
  {
    key: 'actor',
    header: 'Who',
    cell: ({ actor }) =>
      actor === null ? 'nobody signed in' : <TextLink to={filteredBy('actor', actor.id)}>{nameOf(actor)}</TextLink>,
  },
  {
    key: 'action',
    header: 'Action',
    cell: ({ action }) => <TextLink to={filteredBy('action', action)}>{action}</TextLink>,
  },
  {
    key: 'target',
    header: 'Target',
    cell: ({ target, targetEmail }) => (
      <TextLink to={filteredBy('target', target)} title={target}>
        {targetEmail ?? target}
      </TextLink>
    ),
  },
  { key: 'address', header: 'Address', cell: ({ address }) => address },
  { key: 'details', header: 'Details', cell: ({ details }) => detailsText(details) },
]

const nameOf = ({ id, email }: NonNullable<AuditEntry['actor']>) => email ?? id

export const AuditTable = ({ entries }: { entries: readonly AuditEntry[] }) => (
  <DataTable
    caption="Entries of the audit log"
    hidesCaption
    columns={COLUMNS}
    rows={entries}
    rowKey={({ seq }) => String(seq)}
  />
)
