import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
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

/** The step whose settings are shown, as `?step=` of the address says; `open` also takes the focus there. */
export function useSelection() {
  const { search, key } = useLocation()
  const [chosen, setChosen] = useState<Chosen>(() => chosenIn(search))
  const [wanted, setWanted] = useState<readonly string[]>([])
  const choose = useCallback((next: Chosen) => {
    setChosen((now) => (now.step === next.step && now.field === next.field ? now : next))
    writeAddress(next)
  }, [])
  const select = useCallback((step: string | null) => choose({ step, field: null }), [choose])
  const open = useCallback(
    (step: string, field?: string) => {
      choose({ step, field: field ?? null })
      setWanted(placesOf(step, field))
    },
    [choose],
  )
  // Each link to a step counts, also the second one to the same place.
  useEffect(() => {
    const named = chosenIn(search)
    if (named.step !== null) open(named.step, named.field ?? undefined)
  }, [key, search, open])
  useEffect(() => {
    const place = wanted.map((id) => document.getElementById(id)).find((element) => element !== null)
    place?.focus()
    place?.scrollIntoView({ block: 'center' })
  }, [wanted])
  return useMemo(() => ({ stepId: chosen.step, field: chosen.field, select, open }), [chosen, select, open])
}
