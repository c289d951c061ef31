import { type ComponentType, createElement, useEffect, useState } from 'react'
import { NotLoaded } from '#src/ui/lazy-part.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import type { StepPanelProps } from './panel/step-panel.web.tsx'
import { type Selection, useWantedFocus } from './use-selection.web.tsx'

const load = async () => (await import('./panel/step-panel.web.tsx')).StepPanel

/** Signs that somebody is about to choose a step. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const

/** The panel of a step, a third of the editor's code: it comes when somebody first moves, or when a step is chosen. */
export function useStepPanel({ stepId, wanted }: Pick<Selection, 'stepId' | 'wanted'>) {
  const isWanted = stepId !== null
  const [panel, setPanel] = useState<ComponentType<StepPanelProps>>()
  useEffect(() => {
    if (panel !== undefined) return
    const stop = new AbortController()
    const fetchIt = () => {
      stop.abort()
      void load().then(
        (loaded) => setPanel(() => loaded),
        () => setPanel(() => NotLoaded),
      )
    }
    if (isWanted) fetchIt()
    else for (const sign of SIGNS) window.addEventListener(sign, fetchIt, { signal: stop.signal })
    return () => stop.abort()
  }, [isWanted, panel])
  useWantedFocus(wanted, panel !== undefined)
  return panel
}

type Props = StepPanelProps & { readonly code: ComponentType<StepPanelProps> | undefined }

/** Everything about the selected step, once its code is here. */
export const StepPanel = ({ code, ...props }: Props) =>
  code === undefined ? <StepPanelToCome /> : createElement(code, props)

const StepPanelToCome = () => (
  <aside aria-label="Step" className="flex min-w-0 flex-col p-4 lg:w-[26rem] lg:border-s lg:border-line">
    <RowSkeletons count={4} label="Loading the settings…" />
  </aside>
)
