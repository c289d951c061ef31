import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { placesOf } from './problems.ts'

export type Selection = ReturnType<typeof useSelection>

interface Chosen {
  readonly step: string | null
  readonly field: string | null
}

function chosenIn(search: string): Chosen {
  const query = new URLSearchParams(search)
  return { step: query.get('step'), field: query.get('field') }
}

// The router is not asked: it would load the page again for a click on a step.
function writeAddress({ step, field }: Chosen): void {
  const { pathname, search, hash } = window.location
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries({ step, field }))
    if (value === null) query.delete(name)
    else query.set(name, value)
  const text = query.toString()
  window.history.replaceState(window.history.state, '', `${pathname}${text && `?${text}`}${hash}`)
}

/** An undone paste takes its steps along, and one that is done again brings them back. */
function stillThere(ids: readonly string[], { nodes }: Graph): readonly string[] {
  const known = new Set(nodes.map(({ id }) => id))
  const there = ids.filter((id) => known.has(id))
  return there.length === ids.length ? ids : there
}

/**
 * The chosen steps. When it is one, its settings are shown and the address says `?step=`; `open` also takes the focus
 * there.
 */
export function useSelection(graph: Graph) {
  const { search, key } = useLocation()
  const [{ step, field }, setChosen] = useState<Chosen>(() => chosenIn(search))
  const [chosen, setIds] = useState<readonly string[]>(step === null ? [] : [step])
  const ids = useMemo(() => stillThere(chosen, graph), [chosen, graph])
  /** Somebody asked for the settings: where there is no room beside the steps, they take their place. */
  const [isOpen, setOpen] = useState(step !== null)
  const [followed, setFollowed] = useState<string>()
  const [wanted, setWanted] = useState<readonly string[]>([])
  const choose = useCallback((next: Chosen) => {
    setChosen((now) => (now.step === next.step && now.field === next.field ? now : next))
    writeAddress(next)
  }, [])
  const selectMany = useCallback(
    (next: readonly string[]) => {
      setIds((now) => (next.length === now.length && next.every((id) => now.includes(id)) ? now : next))
      setOpen(false)
      choose({ step: next.length === 1 ? (next[0] ?? null) : null, field: null })
    },
    [choose],
  )
  const open = useCallback(
    (id: string, place?: string) => {
      selectMany([id])
      choose({ step: id, field: place ?? null })
      setOpen(true)
      setWanted(placesOf(id, place))
    },
    [choose, selectMany],
  )
  const toggle = useCallback(
    (id: string) => selectMany(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]),
    [ids, selectMany],
  )
  // Each link to a step counts, also the second one to the same place.
  if (followed !== key) {
    setFollowed(key)
    const named = chosenIn(search)
    if (named.step !== null) {
      setChosen(named)
      setIds([named.step])
      setOpen(true)
      setWanted(placesOf(named.step, named.field ?? undefined))
    }
  }
  return useMemo(
    () => ({ stepId: step, field, ids, isOpen, wanted, selectMany, toggle, open }),
    [step, field, ids, isOpen, wanted, selectMany, toggle, open],
  )
}

const MOST_WAIT_MS = 10_000

/** Takes the focus to the first of these places that is there, and on to a better one that comes, such as a tool's form. */
export function useWantedFocus(wanted: readonly string[], isHere: boolean): void {
  useEffect(() => {
    if (!isHere) return
    const first = focusFirst(wanted)
    if (first === null || first.id === wanted[0]) return
    const observer = new MutationObserver(() => {
      if (document.activeElement !== first) observer.disconnect()
      else if (focusFirst(wanted.slice(0, wanted.indexOf(first.id)))) observer.disconnect()
    })
    observer.observe(document.body, { childList: true, subtree: true })
    // What has not come by now does not exist.
    const timer = setTimeout(() => observer.disconnect(), MOST_WAIT_MS)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [wanted, isHere])
}

function focusFirst(ids: readonly string[]): HTMLElement | null {
  const place = ids.map((id) => document.getElementById(id)).find((element) => element !== null) ?? null
  place?.focus()
  place?.scrollIntoView({ block: 'center' })
  return place
}
