import { useState } from 'react'
import type { StepData } from './use-step-data.web.tsx'
import { ValuePane } from './value-pane.web.tsx'

interface InputPaneProps {
  readonly data: StepData
  readonly onInsert: (template: string) => void
}

/** What the steps before gave, one of them at a time: drag a field into a setting, or insert it at the caret. */
export function InputPane({ data: { before, load }, onInsert }: InputPaneProps) {
  const [chosen, setChosen] = useState<string>()
  const source = before.find(({ nodeId }) => nodeId === chosen) ?? before[0]
  if (source === undefined)
    return <p className="text-14 text-text-2">Nothing leads to this step, so it has no input.</p>
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {before.length > 1 ? (
        <select
          aria-label="Step to take data from"
          value={source.nodeId}
          onChange={(event) => setChosen(event.currentTarget.value)}
          className="field-box field-box-dense"
        >
          {before.map(({ nodeId, name, root }) => (
            <option key={nodeId} value={nodeId}>
              {`${name} (${root})`}
            </option>
          ))}
        </select>
      ) : null}
      <ValuePane
        source={source}
        label={`what ${source.name} gave`}
        empty={`Run “${source.name}”, or the workflow up to here, to see what comes in. Pinned data shows here too.`}
        onLoad={() => load(source.nodeId)}
        onInsert={onInsert}
      />
    </div>
  )
}
