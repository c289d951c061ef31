import { PencilLine, X } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../button.tsx'
import { TextAreaField, type TextAreaFieldProps } from './text-field.tsx'
import { byteText } from './text-file.ts'

/** Characters that are drawn. */
const SHOWN = 2000
const ROWS = 8

export interface LongAreaProps {
  area: TextAreaFieldProps & { id: string; value: string }
  onChange: (text: string) => void
}

/** A text area of a text so long that only its beginning is drawn, until somebody wants to edit it. */
export function LongArea({ area, onChange }: LongAreaProps) {
  const [isEdited, setEdited] = useState(false)
  if (isEdited) return <TextAreaField {...area} autoFocus />
  const { name: _, value: text, ...beginning } = area
  const remove = () => {
    flushSync(() => onChange(''))
    document.getElementById(area.id)?.focus()
  }
  return (
    <div className="flex flex-col gap-1.5">
      <TextAreaField {...beginning} readOnly rows={ROWS} value={`${text.slice(0, SHOWN)}…`} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <p className="me-auto text-13 text-text-2">
          {byteText(new Blob([text]).size)} of text, of which the beginning is shown
        </p>
        <Button size="dense" variant="ghost" icon={PencilLine} disabled={area.disabled} onClick={() => setEdited(true)}>
          Edit all
        </Button>
        <Button size="dense" variant="ghost" icon={X} disabled={area.disabled} onClick={remove}>
          Remove<span className="sr-only"> the text: {area.label}</span>
        </Button>
      </div>
    </div>
  )
}
