import { House, Monitor, Moon, Search, Sun, Workflow, Wrench } from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { useNavigate, useRouteLoaderData } from 'react-router'
import { useOnline } from '#src/client/online.ts'
import { useTheme } from '#src/client/use-theme.ts'
import { CATEGORY_NAMES } from '#src/features/catalog/categories.ts'
import { useFoundTools } from '#src/features/catalog/use-found-tools.web.ts'
import { changeOf } from '#src/features/favorites/favorite-store.web.ts'
import { isTextEditor } from '#src/ui/is-text-editor.ts'
import { Kbd } from '#src/ui/kbd.tsx'
import { LiveRegion } from '#src/ui/live-region.tsx'
import { useHeldFocus } from '#src/ui/use-held-focus.ts'
import { filled, fitting, type PaletteEntry, type PaletteGroup } from './palette-entries.ts'
import type { PaletteProps } from './palette-host.web.tsx'
import { optionId, PaletteList } from './palette-list.web.tsx'
import { rememberChoice, type ToolChoice } from './recent-choices.ts'
import { type AlsoFound, useAlsoFound } from './use-also-found.web.ts'
import { useOwnTools } from './use-own-tools.web.ts'

const MOST_OWN = 5
const NONE: readonly PaletteGroup[] = []

const THEMES = [
  { theme: 'light', label: 'Light theme', icon: Sun },
  { theme: 'dark', label: 'Dark theme', icon: Moon },
  { theme: 'system', label: 'Theme as the system', icon: Monitor },
] as const

/** Whether a tool is mine, as this page knows it. */
function useFavorites() {
  const root = useRouteLoaderData<{ readonly favorites: readonly string[] }>('root')
  return (id: string) => changeOf(id)?.isFavorite ?? root?.favorites.includes(id) === true
}

function usePages({ groups }: PaletteProps) {
  const [theme, choose] = useTheme()
  const items = groups.flatMap((group) => group.items)
  const pages: PaletteEntry[] = [{ label: 'Home', icon: House, to: '/' }, ...items].flatMap(({ label, icon, to }) =>
    to === undefined ? [] : [{ key: `page ${to}`, label, icon, to }],
  )
  const acts: PaletteEntry[] = items.flatMap(({ label, icon, to, onSelect }) =>
    to === undefined && onSelect ? [{ key: `act ${label}`, label, icon, act: onSelect }] : [],
  )
  const themes = THEMES.filter((one) => one.theme !== theme).map(
    ({ theme: wanted, label, icon }): PaletteEntry => ({
      ...{ key: `theme ${wanted}`, label, icon },
      act: () => choose(wanted),
    }),
  )
  return { pages, actions: [...themes, ...acts] }
}

function alsoFound({ answer, workflows }: AlsoFound): Record<'answers' | 'own', readonly PaletteEntry[]> {
  return {
    answers:
      answer === null
        ? []
        : [
            {
              ...{ key: 'answer', label: `${answer.question} ${answer.result}`, icon: Wrench },
              ...{ hint: answer.tool.title, to: answer.url },
            },
          ],
    own: workflows.slice(0, MOST_OWN).map(({ id, name }) => ({
      ...{ key: `workflow ${id}`, label: name, icon: Workflow, to: `/workflows/${id}` },
    })),
  }
}

/** All groups for what was typed, and what is being waited for. */
function usePalette(props: PaletteProps, typed: string) {
  const { found, isSearching, retry } = useFoundTools(typed)
  const also = alsoFound(useAlsoFound(typed, props.isSignedIn))
  const own = useOwnTools(props.isSignedIn)
  const isFavorite = useFavorites()
  const { pages, actions } = usePages(props)
  const toEntry =
    (from: string) =>
    (tool: ToolChoice): PaletteEntry => ({
      ...{ key: `${from} ${tool.slug}`, label: tool.title, icon: Wrench, hint: CATEGORY_NAMES[tool.category] },
      isFavorite: isFavorite(tool.id),
      to: `/fxn/${tool.slug}`,
      act: () => {
        if (!props.isSignedIn) rememberChoice(tool)
      },
    })
  const hits = found.tools.map(toEntry('found'))
  const all: PaletteEntry = {
    ...{ key: 'search', label: `Search all tools for “${typed}”`, icon: Search },
    to: `/explore?q=${encodeURIComponent(typed)}`,
  }
  const tools: PaletteGroup[] =
    typed === ''
      ? [
          { heading: 'Recent tools', entries: own.recent.slice(0, MOST_OWN).map(toEntry('recent')) },
          {
            heading: 'Favourites',
            entries: own.favorites
              .filter(({ id }) => !own.recent.slice(0, MOST_OWN).some((one) => one.id === id) && isFavorite(id))
              .slice(0, MOST_OWN)
              .map(toEntry('favourite')),
          },
        ]
      : // Enter may come before the answer: what was found for another text must fit this one too.
        [
          { heading: 'Answer', entries: also.answers },
          { heading: 'Tools', entries: isSearching ? fitting(hits, typed) : hits },
          { heading: 'My workflows', entries: also.own },
        ]
  const others = [
    { heading: 'Pages', entries: fitting(pages, typed) },
    { heading: 'Actions', entries: fitting(actions, typed) },
    { heading: 'Everything', entries: typed === '' ? [] : [all] },
  ]
  return { groups: filled([...tools, ...others]), found, isSearching, retry }
}

/** Tools, pages and actions by name: an editable combobox with a list (ARIA APG), in a dialog. */
export function Palette(props: PaletteProps) {
  const { onClose } = props
  const dialog = useHeldFocus()
  const list = useId()
  const navigate = useNavigate()
  const isOnline = useOnline()
  const [text, setText] = useState('')
  const [wanted, setWanted] = useState<string>()
  const typed = text.trim()
  const { groups: all, found, isSearching, retry } = usePalette(props, typed)
  // The field is on the screen a frame before the list, which takes a slow phone longer than opening does.
  const isListed = useDeferredValue(true, false)
  const groups = isListed ? all : NONE
  const entries = groups.flatMap((group) => group.entries)
  // What was chosen by the arrows stays chosen while answers come in around it.
  const at = Math.max(
    entries.findIndex(({ key }) => key === wanted),
    0,
  )
  const active = entries[at]
  const before = useRef(wanted)
  useEffect(() => {
    if (before.current === wanted) return
    before.current = wanted
    document.getElementById(optionId(list, at))?.scrollIntoView({ block: 'nearest' })
  }, [wanted, at, list])

  const choose = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return
    // First of all, so that the focus is back on the page before it changes.
    onClose()
    entry.act?.()
    if (entry.to !== undefined) void navigate(entry.to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    // While a word is being composed, the keys belong to whoever composes it.
    if (event.nativeEvent.isComposing) return
    if (step !== undefined) setWanted(entries.at((at + step) % entries.length)?.key)
    else if (event.key === 'Enter') choose(active)
    else return
    event.preventDefault()
  }
  const failed = found.status === 'failed' && found.typed === typed && typed !== ''
  const note = failed ? (isOnline ? 'Tools could not be searched.' : 'You are offline: tools cannot be searched.') : ''
  return (
    <div className="fixed inset-0 z-50">
      <div aria-hidden="true" onClick={onClose} className="absolute inset-0 bg-(--backdrop)" />
      <dialog
        ref={dialog}
        open
        aria-modal="true"
        aria-label="Command palette"
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
        // The focus stays in the field, wherever the pointer goes down.
        onMouseDown={(event) => !isTextEditor(event.target) && event.preventDefault()}
        className="dialog-panel absolute inset-0 mt-4! max-w-xl overflow-hidden p-0 sm:mt-[12dvh]!"
      >
        <div className="flex max-h-[calc(100dvh-2rem)] flex-col sm:max-h-[70dvh]">
          <div className="relative border-b border-line">
            <Search size={20} className="pointer-events-none absolute inset-y-0 start-4 my-auto text-text-2" />
            <input
              type="text"
              role="combobox"
              aria-label="Search tools, pages and actions"
              aria-expanded="true"
              aria-controls={list}
              aria-autocomplete="list"
              aria-activedescendant={active === undefined ? undefined : optionId(list, at)}
              placeholder="Search tools, pages and actions"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="go"
              value={text}
              onChange={(event) => {
                setText(event.currentTarget.value)
                setWanted(undefined)
              }}
              onKeyDown={onKeyDown}
              className="min-h-14 w-full bg-transparent ps-12 pe-4 text-16 outline-none placeholder:text-text-3"
            />
          </div>
          <PaletteList id={list} groups={groups} active={active?.key} onPick={choose} onPoint={setWanted} />
          {note === '' ? null : (
            <p className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-2 text-13 text-text-2">
              {note}
              <button
                type="button"
                onClick={retry}
                className="text-link min-h-6 font-medium text-accent-text underline"
              >
                Try again
              </button>
            </p>
          )}
          <p className="hidden items-center gap-4 border-t border-line bg-sunken px-4 py-2 text-12 text-text-2 sm:flex">
            <span>
              <Kbd keys={['↑', '↓']} /> to move
            </span>
            <span>
              <Kbd keys={['Enter']} /> to open
            </span>
            <span>
              <Kbd keys={['Esc']} /> to close
            </span>
            <span className="ms-auto">{isSearching ? 'Searching…' : ''}</span>
          </p>
        </div>
        <LiveRegion message={note || (isSearching || !isListed ? '' : said(entries.length))} />
      </dialog>
    </div>
  )
}

const said = (count: number): string => (count === 1 ? '1 result' : `${count} results`)
