import { Search, X } from 'lucide-react'
import { type ReactNode, type SubmitEvent, useCallback, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { CATEGORIES } from '#src/sdk/define-tool.ts'
import { Button } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { isTextEditor } from '#src/ui/is-text-editor.ts'
import { Kbd } from '#src/ui/kbd.tsx'
import type { SearchAnswer, Sort } from './catalog.schema.ts'
import { CATEGORY_NAMES } from './categories.ts'
import { exactOrMore } from './count-text.ts'
import { type ExploreState, exploreUrl, isFiltered, readExplore, SORT_NAMES, withTag } from './explore-url.ts'
import { LoadNote } from './load-note.web.tsx'

const FORM_ID = 'explore-form'
const DEBOUNCE_MS = 300

interface Tag {
  readonly slug: string
  readonly name: string
  /** Of the tools that are left with it; absent where they are too many to count. */
  readonly count?: number
}
interface ExploreFiltersProps {
  readonly state: ExploreState
  /** Undefined: they could not be fetched. */
  readonly tags: readonly Tag[] | undefined
  /** Its tools per category, `all` among them; unknown when the search failed. */
  readonly found: Pick<SearchAnswer, 'categoryCounts' | 'cappedCategories'> | undefined
}

/** One GET form: without scripts each button sends it, with scripts the address changes in place. */
export function ExploreFilters({ state, tags, found }: ExploreFiltersProps) {
  const navigate = useNavigate()
  const { input, typed, onType, settle } = useSearchText(state)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    settle()
    const sent = new FormData(event.currentTarget, event.nativeEvent.submitter)
    const params = new URLSearchParams([...sent].map(([name, value]) => [name, String(value)]))
    void navigate(exploreUrl(readExplore(params)), { preventScrollReset: true })
  }
  return (
    <search>
      <form id={FORM_ID} action="/explore" method="get" onSubmit={submit} className="flex flex-col gap-4">
        <input type="hidden" name="category" value={state.category} />
        <input type="hidden" name="tags" value={state.tags.join(',')} />
        <div className="flex max-w-2xl gap-2">
          <SearchBox input={input} value={typed} onType={onType} />
          <Button type="submit" variant="primary" className="rounded-10!">
            Search
          </Button>
        </div>
        <Choices label="Category">
          {(['all', ...CATEGORIES] as const).map((category) => (
            <Choice key={category} name="category" value={category} pressed={state.category === category}>
              {category === 'all' ? 'All' : CATEGORY_NAMES[category]}
              {found === undefined ? null : (
                <Count>
                  {exactOrMore(found.categoryCounts[category] ?? 0, found.cappedCategories.includes(category))}
                </Count>
              )}
            </Choice>
          ))}
        </Choices>
        {tags === undefined ? <LoadNote canRetry={found !== undefined}>Failed to fetch tags</LoadNote> : null}
        {tags === undefined || tags.length === 0 ? null : (
          <Choices label="Tags">
            {tags.map(({ slug, name, count }) => (
              <Choice
                key={slug}
                name="tags"
                value={withTag(state.tags, slug).join(',')}
                pressed={state.tags.includes(slug)}
                small
              >
                <span className="max-w-64 truncate" title={name}>
                  {name}
                </span>
                {count === undefined ? null : <Count>{count.toLocaleString('en')}</Count>}
              </Choice>
            ))}
          </Choices>
        )}
        <ActiveFilters state={state} tags={tags} />
      </form>
    </search>
  )
}

/** The text of the box: what was typed, until the address says something else. */
function useSearchText(state: ExploreState) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sent = useRef(state.q)
  const [typed, setTyped] = useState(state.q)

  const settle = useCallback(() => clearTimeout(timer.current), [])
  const latest = useRef(state)
  useEffect(() => {
    latest.current = state
    if (state.q === sent.current) return
    sent.current = state.q
    setTyped(state.q)
  }, [state])
  useEffect(() => settle, [settle])

  const onType = useCallback(
    (text: string) => {
      setTyped(text)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        const q = text.trim()
        sent.current = q
        void navigate(exploreUrl(latest.current, { q }), { replace: true, preventScrollReset: true })
      }, DEBOUNCE_MS)
    },
    [navigate],
  )
  useEffect(() => {
    // Typed before the scripts ran.
    const already = input.current?.value
    if (already !== undefined && already.trim() !== latest.current.q) onType(already)
  }, [onType])
  return { input, typed, onType, settle }
}

interface SearchBoxProps {
  readonly input: React.RefObject<HTMLInputElement | null>
  readonly value: string
  readonly onType: (text: string) => void
}

function SearchBox({ input, value, onType }: SearchBoxProps) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTextEditor(event.target)) return
      event.preventDefault()
      input.current?.select()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [input])
  return (
    <div className="relative min-w-0 flex-1">
      <Search size={20} className="pointer-events-none absolute inset-y-0 start-3.5 my-auto text-text-2" />
      <input
        ref={input}
        type="search"
        name="q"
        aria-label="Search tools"
        placeholder="Search tools: tip, kg to lb, JSON…"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={200}
        value={value}
        onChange={(event) => onType(event.currentTarget.value)}
        className="field-box peer min-h-12! rounded-10! pe-12! ps-11! text-16! shadow-1"
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 end-3.5 hidden items-center peer-focus:hidden peer-[:not(:placeholder-shown)]:hidden sm:flex pointer-coarse:hidden"
      >
        <Kbd keys={['/']} />
      </span>
    </div>
  )
}

const Choices = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would be read as a second form group
  <div role="group" aria-label={label} className="flex flex-wrap gap-2">
    {children}
  </div>
)

const Count = ({ children }: { children: string }) => (
  <span className="figures text-12 text-text-3 in-aria-pressed:text-accent-text">{children}</span>
)

interface ChoiceProps {
  readonly name: string
  readonly value: string
  readonly pressed: boolean
  readonly small?: boolean
  readonly children: ReactNode
}

/** Sends the form with this value; the hidden field before it holds what is chosen now. */
const Choice = ({ name, value, pressed, small = false, children }: ChoiceProps) => (
  <button
    type="submit"
    name={name}
    value={value}
    aria-pressed={pressed}
    className={classNames(
      'inline-flex max-w-full items-center gap-2 border px-3 transition-colors pointer-coarse:min-h-11',
      small ? 'min-h-7 rounded-full text-13' : 'min-h-9 rounded-6 text-14 font-medium',
      pressed
        ? 'border-accent bg-accent-soft font-medium text-accent-text'
        : 'border-line bg-surface text-text-2 hover:border-line-strong hover:bg-hover hover:text-text',
    )}
  >
    {children}
  </button>
)

const Chip = ({ to, label }: { to: string; label: string }) => (
  <Link
    to={to}
    preventScrollReset
    aria-label={`Remove filter ${label}`}
    className={
      'inline-flex min-h-7 max-w-full items-center gap-1 rounded-full border border-line-strong bg-surface py-0.5 ' +
      'pe-2 ps-3 text-13 hover:bg-hover pointer-coarse:min-h-11'
    }
  >
    <span className="max-w-64 truncate" title={label}>
      {label}
    </span>
    <X size={14} className="text-text-2" />
  </Link>
)

function ActiveFilters({ state, tags }: Pick<ExploreFiltersProps, 'state' | 'tags'>) {
  if (!isFiltered(state)) return null
  const nameOf = (slug: string) => tags?.find((tag) => tag.slug === slug)?.name ?? slug
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <span className="eyebrow">Filters</span>
      {state.q === '' ? null : <Chip to={exploreUrl(state, { q: '' })} label={`“${state.q}”`} />}
      {state.category === 'all' ? null : (
        <Chip to={exploreUrl(state, { category: 'all' })} label={CATEGORY_NAMES[state.category]} />
      )}
      {state.tags.map((slug) => (
        <Chip key={slug} to={exploreUrl(state, { tags: withTag(state.tags, slug) })} label={nameOf(slug)} />
      ))}
      <Link
        to={exploreUrl(state, { q: '', category: 'all', tags: [] })}
        preventScrollReset
        className="inline-flex min-h-7 items-center rounded-4 px-1 text-13 text-accent-text underline underline-offset-[3px] pointer-coarse:min-h-11"
      >
        Clear all
      </Link>
    </div>
  )
}

/** Belongs to the form of the filters, wherever it stands. */
export const SortSelect = ({ sort }: { sort: Sort }) => (
  <span className="inline-flex items-center gap-2">
    <label htmlFor="explore-sort" className="text-13 text-text-2">
      Sort
    </label>
    <select
      key={sort}
      id="explore-sort"
      name="sort"
      form={FORM_ID}
      defaultValue={sort}
      onChange={(event) => event.currentTarget.form?.requestSubmit()}
      className="field-box field-box-dense w-auto!"
    >
      {Object.entries(SORT_NAMES).map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
    <span className="hidden noscript:inline">
      <Button type="submit" form={FORM_ID} size="dense">
        Sort
      </Button>
    </span>
  </span>
)
