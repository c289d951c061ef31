import { FolderOpen } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { FieldMessage } from './field-frame.tsx'
import { LongArea, type LongAreaProps } from './long-area.tsx'
import { byteText, readAnyFile, readTextFile } from './text-file.ts'

interface FileDropProps {
  /** The text area that takes the files. */
  area: LongAreaProps['area'] & { label: string }
  /** Its text is too long to be laid out, and is drawn here by its beginning. */
  isLong?: boolean
  maxBytes: number
  /** Any file is taken. */
  takesBytes?: boolean | undefined
  onChange: (content: string) => void
}

const DROP_HERE = ['bg-accent-soft', 'border-accent']

/** Lets a text area take a file: chosen, dropped or pasted. What is refused leaves the text as it was. */
export function FileDrop({ area, isLong = false, maxBytes, takesBytes, onChange }: FileDropProps) {
  const { id: areaId, label, disabled } = area
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<string>()
  const take = async (file: File) => {
    if (disabled) return
    const read = await (takesBytes ? readAnyFile : readTextFile)(file, maxBytes)
    setRefused('problem' in read ? read.problem : undefined)
    if ('content' in read) onChange(read.content)
  }
  const receive = useEffectEvent((event: Event, files: FileList | undefined) => {
    const file = files?.[0]
    // Text that is dragged or pasted is the browser's business.
    if (file === undefined) return
    event.preventDefault()
    void take(file)
  })
  useEffect(() => {
    const area = document.getElementById(areaId)
    const listening = new AbortController()
    const show = (isOver: boolean) => {
      for (const name of DROP_HERE) area?.classList.toggle(name, isOver)
    }
    const on = <Type extends 'dragover' | 'dragleave' | 'drop' | 'paste' | 'input'>(
      type: Type,
      act: (event: HTMLElementEventMap[Type]) => void,
    ) => area?.addEventListener(type, act, listening)
    on('dragover', (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      show(true)
    })
    on('dragleave', () => show(false))
    on('drop', (event) => {
      show(false)
      receive(event, event.dataTransfer?.files)
    })
    on('paste', (event) => receive(event, event.clipboardData?.files))
    on('input', () => setRefused(undefined))
    return () => listening.abort()
  }, [areaId, isLong])
  return (
    <div className="mt-2 flex flex-col gap-1.5 noscript:hidden">
      {isLong ? <LongArea area={area} onChange={onChange} /> : null}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Button
          size="dense"
          icon={FolderOpen}
          disabled={disabled}
          aria-describedby={`${areaId}-file${refused ? ` ${areaId}-file-error` : ''}`}
          onClick={() => input.current?.click()}
        >
          Browse<span className="sr-only"> for a file: {label}</span>
        </Button>
        <p id={`${areaId}-file`} className="text-13 text-text-3">
          or drop {takesBytes ? 'any file' : 'a text file'} on the box, up to {byteText(maxBytes)}
        </p>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // So that the same file can be chosen again after it was changed.
          currentTarget.value = ''
          if (file) void take(file)
        }}
      />
      <div role="alert">
        <FieldMessage id={`${areaId}-file`}>{refused}</FieldMessage>
      </div>
    </div>
  )
}
