import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { getting } from '#src/client/query-client.ts'
import { TagLink } from '#src/ui/badge.tsx'
import { SelectField } from '#src/ui/fields/choice-fields.tsx'
import { SearchForm } from '#src/ui/search-form.tsx'
import type { workflowActsContract } from '../workflow-acts.schema.ts'
import { WORKFLOW_SORTS, type WorkflowFilter } from '../workflows.schema.ts'
import { addressOf, SORT_WORDS, STATE_WORDS } from './list-words.ts'

export const myTags = getting<typeof workflowActsContract.tags>('/api/workflows', 'tags')

/** Everything that is chosen here is part of the address, so Back undoes it and a link keeps it. */
export const ListFilter = ({ filter }: { readonly filter: WorkflowFilter }) => (
  <div className="flex flex-col gap-3">
    <div className="flex flex-wrap items-end justify-between gap-3">
      <Words filter={filter} />
      <Order filter={filter} />
    </div>
    <div className="flex flex-wrap gap-x-6 gap-y-2">
      <States filter={filter} />
      <TagChoice filter={filter} />
    </div>
  </div>
)

function Words({ filter: { text, ...rest } }: { readonly filter: WorkflowFilter }) {
  const navigate = useNavigate()
  const search = (value: string) => {
    const wanted = value.trim()
    void navigate(addressOf({ ...rest, ...(wanted !== '' && { text: wanted }) }), { preventScrollReset: true })
  }
  return (
    <div className="w-full max-w-md">
      <SearchForm
        // What the address says now is what the field begins with.
        key={text ?? ''}
        action="/workflows"
        label="Search workflows"
        placeholder="Name or tag"
        defaultValue={text ?? ''}
        onSubmit={search}
      />
    </div>
  )
}

function Order({ filter: { sort = 'changed', ...rest } }: { readonly filter: WorkflowFilter }) {
  const navigate = useNavigate()
  return (
    <SelectField
      label="Order"
      dense
      className="w-48"
      value={sort}
      options={WORKFLOW_SORTS.map((value) => ({ value, label: SORT_WORDS[value] }))}
      onChange={({ currentTarget: { value } }) => {
        const wanted = WORKFLOW_SORTS.find((one) => one === value && one !== 'changed')
        void navigate(addressOf({ ...rest, ...(wanted && { sort: wanted }) }), { preventScrollReset: true })
      }}
    />
  )
}

const CHIPS = 'flex flex-wrap gap-1.5'

function States({ filter: { status: current, ...rest } }: { readonly filter: WorkflowFilter }) {
  const states = Object.keys(STATE_WORDS) as (keyof typeof STATE_WORDS)[]
  return (
    <nav aria-label="Filter by status">
      <ul className={CHIPS}>
        <li>
          <TagLink to={addressOf(rest)} current={current === undefined}>
            All
          </TagLink>
        </li>
        {states.map((status) => (
          <li key={status}>
            <TagLink to={addressOf({ ...rest, status })} current={current === status}>
              {STATE_WORDS[status]}
            </TagLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Tags that exist; the one that is chosen leads back to all of them. */
function TagChoice({ filter: { tag: current, ...rest } }: { readonly filter: WorkflowFilter }) {
  const { data } = useQuery(myTags)
  const tags = data?.tags ?? []
  const shown = current === undefined || tags.some(({ tag }) => tag === current) ? tags : [{ tag: current }, ...tags]
  if (shown.length === 0) return null
  return (
    <nav aria-label="Filter by tag" className="min-w-0">
      <ul className={CHIPS}>
        {shown.map(({ tag }) => (
          <li key={tag} className="max-w-full min-w-0">
            <TagLink to={addressOf(tag === current ? rest : { ...rest, tag })} current={tag === current}>
              {`#${tag}`}
            </TagLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
