import { CornerDownLeft } from 'lucide-react'
import { type DragEvent, memo, startTransition, useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { Json } from '#src/sdk/json.ts'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { CopyButton } from '../copy-button.tsx'
import { LiveRegion } from '../live-region.tsx'
import { Tabs } from '../tabs.tsx'
import { schemaOf } from './infer-schema.ts'
import { expressionAt, type JsonPath, templateAt, valueAtPath } from './json-paths.ts'
import { jsonRows, MOST_FOUND, schemaRows, searchRows, searchSchema } from './json-rows.ts'
import { listsIn } from './table-model.ts'
import type { TableSort } from './table-order.ts'
import { TableRows } from './table-rows.tsx'
import { TreeRows } from './tree-rows.tsx'

interface JsonViewProps {
  readonly value: Json
  /** What expressions call the value: steps.order, trigger. */
  readonly root: string
  /** Names it: "Output of Order". */
  readonly label: string
  /** Puts the place, as {{ … }}, into the setting that had the focus last. */
  readonly onInsert?: ((template: string) => void) | undefined
}

/** A JSON value to look into: its schema, as a table, and as it is; only what is seen is in the page. */
export function JsonView({ value, root, label, onInsert }: JsonViewProps) {
  const [view, setView] = useState('schema')
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<JsonPath>([])
  const [sort, setSort] = useState<TableSort>()
  const search = useDeferredValue(typed.trim())
  const drag = useCallback(
    (event: DragEvent, path: JsonPath) => {
      event.dataTransfer.effectAllowed = 'copy'
      event.dataTransfer.setData('text/plain', templateAt(root, path))
    },
    [root],
  )
  const insert = useCallback(() => onInsert?.(templateAt(root, chosen)), [onInsert, root, chosen])
  const shared = { value, root, label, search, chosen, onChoose: setChosen, onDrag: drag, onEnter: insert }
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <input
        type="search"
        aria-label={`Search in ${label}`}
        placeholder="Search names and values"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        className="field-box field-box-dense"
      />
      <Tabs
        label={`Ways to look at ${label}`}
        selected={view}
        // Ten thousand items may have to be gone through: the page stays awake meanwhile.
        onSelect={(id) => startTransition(() => setView(id))}
        tabs={[
          { id: 'schema', label: 'Schema', panel: view === 'schema' ? <SchemaTree {...shared} /> : null },
          {
            id: 'table',
            label: 'Table',
            panel: view === 'table' ? <Table {...shared} sort={sort} onSort={setSort} /> : null,
          },
          { id: 'json', label: 'JSON', panel: view === 'json' ? <JsonTree {...shared} /> : null },
        ]}
      />
      <Tools value={value} root={root} path={chosen} onInsert={onInsert && insert} />
    </div>
  )
}

interface ToolsProps {
  readonly value: Json
  readonly root: string
  readonly path: JsonPath
  readonly onInsert: (() => void) | undefined
}

const asText = (value: Json | undefined): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')

/** What can be done with the place that is chosen. */
const Tools = ({ value, root, path, onInsert }: ToolsProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would be read as a second form group
  <div
    role="group"
    aria-label={`With ${expressionAt(root, path)}`}
    className={classNames(
      'flex flex-wrap items-center gap-x-1 gap-y-1.5',
      onInsert !== undefined && 'sticky bottom-0 bg-surface py-2',
    )}
  >
    <code className="min-w-0 basis-full font-mono text-13 text-text-2 [overflow-wrap:anywhere]">
      {expressionAt(root, path)}
    </code>
    {onInsert === undefined ? null : (
      <Button size="dense" icon={CornerDownLeft} onClick={onInsert}>
        Insert
      </Button>
    )}
    <CopyButton variant="ghost" label="Value" of="at this place" text={() => asText(valueAtPath(value, path))} />
    <CopyButton variant="ghost" label="Path" of="as an expression" text={templateAt(root, path)} />
  </div>
)

interface ViewProps {
  readonly value: Json
  readonly root: string
  readonly label: string
  readonly search: string
  readonly chosen: JsonPath
  readonly onChoose: (path: JsonPath) => void
  readonly onDrag: (event: DragEvent, path: JsonPath) => void
  readonly onEnter: () => void
}

function useToggled() {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const toggle = (key: string) =>
    setToggled((now) => (now.has(key) ? new Set([...now].filter((one) => one !== key)) : new Set([...now, key])))
  return [toggled, toggle] as const
}

const Nothing = ({ search }: { search: string }) => (
  <p className="rounded-6 border border-line px-3 py-6 text-center text-14 text-text-2">
    Nothing has “{search}” in it.
  </p>
)

const SchemaTree = memo(function SchemaTree({ value, root, label, search, ...rest }: ViewProps) {
  const [toggled, toggle] = useToggled()
  const schema = useMemo(() => schemaOf(value), [value])
  const found = useMemo(() => (search === '' ? schema : searchSchema(schema, search)), [schema, search])
  const rows = useMemo(() => (found === undefined ? [] : schemaRows(found, root, toggled)), [found, root, toggled])
  if (found === undefined) return <Nothing search={search} />
  return <TreeRows label={`Schema of ${label}`} rows={rows} onToggle={toggle} {...rest} />
})

const JsonTree = memo(function JsonTree({ value, root, label, search, ...rest }: ViewProps) {
  const [toggled, toggle] = useToggled()
  const { rows, found } = useMemo(
    () =>
      search === '' ? { rows: jsonRows(value, root, toggled), found: undefined } : searchRows(value, root, search),
    [value, root, search, toggled],
  )
  const news =
    found === undefined
      ? ''
      : `${found.toLocaleString('en')} found${found > MOST_FOUND ? `, the first ${MOST_FOUND} are shown` : ''}`
  return (
    <>
      <LiveRegion message={news} />
      {found === 0 ? (
        <Nothing search={search} />
      ) : (
        <>
          {news === '' ? null : <p className="meta-line mb-1">{news}</p>}
          <TreeRows label={`JSON of ${label}`} rows={rows} onToggle={toggle} {...rest} />
        </>
      )}
    </>
  )
})

interface TableProps extends ViewProps {
  readonly sort: TableSort | undefined
  readonly onSort: (sort: TableSort | undefined) => void
}

const Table = memo(function Table({ value, root, label, ...rest }: TableProps) {
  const lists = useMemo(() => listsIn(value), [value])
  const [at, setAt] = useState(0)
  const place = lists[at] ?? lists[0]
  if (place === undefined)
    return (
      <p className="rounded-6 border border-line px-3 py-6 text-center text-14 text-text-2">
        There is no list in it. A table has a row for each item of one.
      </p>
    )
  return (
    <div className="flex flex-col gap-2">
      {lists.length > 1 ? (
        <select
          aria-label="List to show"
          value={at}
          onChange={(event) => setAt(Number(event.currentTarget.value))}
          className="field-box field-box-dense"
        >
          {lists.map(({ path, list }, index) => (
            <option key={expressionAt(root, path)} value={index}>
              {`${expressionAt(root, path)} (${list.length.toLocaleString('en')})`}
            </option>
          ))}
        </select>
      ) : null}
      <TableRows key={at} label={`Table of ${label}`} place={place} {...rest} />
    </div>
  )
})
