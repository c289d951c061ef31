import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { api } from '#src/client/api.ts'
import { getting } from '#src/client/query-client.ts'
import type { catalogContract } from '#src/features/catalog/catalog.schema.ts'
import type { Json } from '#src/sdk/json.ts'
import { TextField } from '#src/ui/fields/text-field.tsx'
import { isTemplate } from './config-values.ts'
import { useDebounced } from './use-debounced.web.tsx'

const SEARCH_DEBOUNCE_MS = 300

const slugOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** The tool that is chosen, once it is one. */
export function useTool(value: Json | undefined) {
  const slug = useDebounced(slugOf(value).trim(), SEARCH_DEBOUNCE_MS)
  return useQuery({
    ...getting<typeof catalogContract.tool>('/api/tools', encodeURIComponent(slug)),
    enabled: slug !== '' && !isTemplate(slug),
  })
}

interface ToolFieldProps {
  readonly id: string
  readonly label: string
  readonly help: string
  readonly placeholder?: string | undefined
  readonly value: Json | undefined
  readonly error: string | undefined
  readonly onChange: (value: Json | undefined) => void
  /** Told the title of the tool that was chosen here by typing. */
  readonly onFound?: ((title: string) => void) | undefined
}

/** Finds tools as one types; the browser's own list offers them. */
export function ToolField({ id, label, help, placeholder, value, error, onChange, onFound }: ToolFieldProps) {
  const listId = useId()
  const text = slugOf(value)
  const search = useDebounced(text, SEARCH_DEBOUNCE_MS)
  const found = useQuery({
    queryKey: ['/api/discovery/search', 'tool-field', search],
    queryFn: ({ signal }) =>
      api<typeof catalogContract.search>('GET', '/api/discovery/search', { query: { search } }, signal),
    placeholderData: (previous) => previous,
    enabled: !isTemplate(search),
  })
  const tool = useTool(value)
  const [typing, setTyping] = useState<'under way' | 'done'>()
  // A title is replaced once: when it comes back by Undo it stays.
  const isTyped = useRef(false)
  // Half of a name is no mistake yet.
  const missing = tool.isError && typing !== 'under way' ? `There is no tool called “${text}”` : undefined
  const named = found.data?.fxns.find(({ title }) => title.toLowerCase() === text.trim().toLowerCase())?.slug
  const meant = typing === 'done' && missing !== undefined ? named : undefined
  useEffect(() => {
    if (meant === undefined || !isTyped.current) return
    isTyped.current = false
    onChange(meant)
  }, [meant, onChange])
  const isChoosing = useRef(false)
  // Until the new one is known, what is known is the one of before.
  const title = tool.data?.fxn.slug === text.trim() ? tool.data.fxn.title : undefined
  useEffect(() => {
    if (title === undefined || !isChoosing.current) return
    isChoosing.current = false
    onFound?.(title)
  }, [title, onFound])
  return (
    <>
      <TextField
        id={id}
        label={label}
        help={tool.data ? `${tool.data.fxn.title}: ${tool.data.fxn.description}` : help}
        placeholder={placeholder}
        required
        list={listId}
        value={text}
        error={error ?? missing}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onBlur={() => setTyping((now) => now && 'done')}
        onChange={(event) => {
          setTyping('under way')
          isTyped.current = true
          isChoosing.current = true
          onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)
        }}
      />
      <datalist id={listId}>
        {found.data?.fxns.map(({ slug, title }) => (
          <option key={slug} value={slug}>
            {title}
          </option>
        ))}
      </datalist>
    </>
  )
}
