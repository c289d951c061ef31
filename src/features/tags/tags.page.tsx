import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { api } from '#src/client/api.ts'
import { QueryView } from '#src/client/query-view.tsx'
import { AdminFrame } from '#src/features/admin/admin-frame.web.tsx'
import { RowKeysHint, useInsteadOfRows, useRowKeys } from '#src/features/admin/use-row-keys.web.tsx'
import { tagUrl } from '#src/features/catalog/tag-url.ts'
import { Button } from '#src/ui/button.tsx'
import { SearchForm } from '#src/ui/search-form.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import { TagDialog, type TagTask } from './tag-dialog.web.tsx'
import { type AdminTag, TAGS_SHOWN, type tagsContract } from './tags.schema.ts'
import { ToolTagsForm } from './tool-tags-form.web.tsx'

export default function TagsPage() {
  const [params, setParams] = useSearchParams()
  const search = params.get('q') ?? ''
  const query = useQuery({
    queryKey: ['/api/admin/tags', search],
    queryFn: ({ signal }) => api<typeof tagsContract.list>('GET', '/api/admin/tags', { query: { search } }, signal),
  })
  const instead = useInsteadOfRows(query.data?.tags.length ?? 0)
  return (
    <AdminFrame title="Tags" lead="What tools are filed under. Former names and synonyms lead to the tag for good.">
      <ToolTagsForm onChanged={() => void query.refetch()} />
      <SearchForm
        key={search}
        action="/admin/tags"
        label="Search by name or synonym"
        defaultValue={search}
        onSubmit={(text) => setParams({ ...(text !== '' && { q: text }) })}
      />
      <QueryView
        query={query}
        loading={<RowSkeletons count={8} label="Loading tags…" />}
        offline={<OfflineState />}
        failed={(failure) => <ErrorState title="Failed to fetch tags" {...failure} />}
      >
        {({ tags }) =>
          tags.length === 0 ? (
            <div ref={instead} tabIndex={-1}>
              <EmptyState title="No tag found">
                {search === '' ? 'No tool has a tag.' : `Nothing is called “${search}”.`}
              </EmptyState>
            </div>
          ) : (
            <TagList tags={tags} />
          )
        }
      </QueryView>
    </AdminFrame>
  )
}

function TagList({ tags }: { readonly tags: readonly AdminTag[] }) {
  const [task, setTask] = useState<TagTask>()
  const open = (kind: TagTask['kind']) => (index: number) => {
    const tag = tags[index]
    if (tag !== undefined) setTask({ kind, tag })
  }
  const { list } = useRowKeys({ e: open('edit'), m: open('merge') }, tags.length)
  return (
    <div className="flex flex-col gap-4">
      <RowKeysHint
        keys={[
          ['E', 'edit'],
          ['M', 'merge'],
        ]}
      />
      <ul {...list} className="divide-y divide-line rounded-10 border border-line bg-surface">
        {tags.map((tag) => (
          <li key={tag.id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 py-3">
            <div className="flex min-w-0 flex-col gap-1 [overflow-wrap:anywhere]">
              <Link
                to={tagUrl(tag.slug)}
                data-row-focus=""
                className="min-h-6 w-fit min-w-6 rounded-4 text-14 leading-6 font-medium hover:text-accent-text hover:underline"
              >
                {tag.name}
              </Link>
              <p className="meta-line">
                {tag.toolCount === 1 ? '1 tool' : `${tag.toolCount.toLocaleString('en')} tools`}
                {tag.synonyms.length === 0 ? '' : ` · also ${tag.synonyms.join(', ')}`}
                {tag.former.length === 0 ? '' : ` · formerly ${tag.former.join(', ')}`}
              </p>
            </div>
            <div className="flex gap-2">
              <Button size="dense" aria-label={`Edit: ${tag.name}`} onClick={() => setTask({ kind: 'edit', tag })}>
                Edit…
              </Button>
              <Button size="dense" aria-label={`Merge: ${tag.name}`} onClick={() => setTask({ kind: 'merge', tag })}>
                Merge…
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {tags.length < TAGS_SHOWN ? null : (
        <p className="text-13 text-text-2">The {TAGS_SHOWN} that most tools have. Search for any other.</p>
      )}
      {task === undefined ? null : <TagDialog task={task} onClose={() => setTask(undefined)} />}
    </div>
  )
}
