import { useId, useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { TextAreaField } from '#src/ui/fields/text-field.tsx'
import { fromRaw, toRaw } from './raw-schema.ts'
import type { ToolContent } from './tool-content.schema.ts'

interface RawEditorProps {
  readonly content: ToolContent
  readonly onChange: (change: Pick<ToolContent, 'fields' | 'outputs'>) => void
}

/** The same inputs and outputs as one JSON document: a change on either side is a change on the other. */
export function RawEditor({ content, onChange }: RawEditorProps) {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const raw = toRaw(content)
  const result = typed === undefined ? undefined : fromRaw(typed)
  if (raw === undefined && typed === undefined)
    return <p className="text-14 text-bad">An input or an output has no name, or one that is given twice.</p>
  return (
    <div className="flex flex-col gap-2">
      <TextAreaField
        id={id}
        label="Inputs and outputs as JSON"
        help="By name, in the order of the form. What cannot be read is not taken over."
        mono
        rows={24}
        spellCheck={false}
        error={result?.ok === false ? result.message : undefined}
        value={typed ?? raw}
        onBlur={() => result?.ok && setTyped(undefined)}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          const read = fromRaw(value)
          if (read.ok) onChange(read.value)
        }}
      />
      {result?.ok === false ? (
        <p className="flex flex-wrap items-center gap-3 text-13 text-text-2">
          Not taken over: the tool is still as it was before.
          <Button
            size="dense"
            onClick={() => {
              setTyped(undefined)
              document.getElementById(id)?.focus()
            }}
          >
            Show the tool as it is
          </Button>
        </p>
      ) : null}
    </div>
  )
}
