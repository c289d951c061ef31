import { FileText, Upload } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { FieldMessage, type FrameProps, Help, RequiredMark, wiring } from './field-frame.tsx'
import { byteText, DEFAULT_MAX_BYTES, readTextFile } from './text-file.ts'

export interface FileFieldProps extends FrameProps {
  id: string
  name: string
  label: string
  /** The content of the chosen file; '' when none. */
  value: string
  onChange: (content: string) => void
  maxBytes?: number | undefined
  disabled?: boolean | undefined
}

/** A text file: browse, drop or paste. Type and size are checked before it is read; nothing is uploaded. */
export function FileField(props: FileFieldProps) {
  const { id, name, label, help, error, required, value, onChange, maxBytes = DEFAULT_MAX_BYTES, disabled } = props
  const input = useRef<HTMLInputElement>(null)
  const [fileName, setFileName] = useState('')
  const [refused, setRefused] = useState<string>()
  const [over, setOver] = useState(false)
  const message = refused ?? error
  const hint = help ?? `Text, up to ${byteText(maxBytes)}`

  const take = async (file: File | undefined) => {
    if (!file || disabled) return
    const read = await readTextFile(file, maxBytes)
    setRefused('problem' in read ? read.problem : undefined)
    if ('problem' in read) return
    setFileName(file.name)
    onChange(read.content)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }
  const paste = (event: ClipboardEvent) => {
    const [file] = event.clipboardData.files
    const text = event.clipboardData.getData('text/plain')
    if (file) void take(file)
    else if (text !== '') void take(new File([text], 'pasted text', { type: 'text/plain' }))
  }
  const remove = () => {
    setFileName('')
    setRefused(undefined)
    onChange('')
    if (input.current) input.current.value = ''
    input.current?.focus()
  }
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="w-fit text-14 font-medium">
        {label}
        {required ? <RequiredMark /> : null}
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the file input inside does the same by keyboard */}
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        onPaste={paste}
        className={classNames(
          'relative flex flex-wrap items-center gap-3 rounded-6 border border-dashed p-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
          message ? 'border-bad' : 'border-line-strong',
          over ? 'bg-accent-soft' : 'bg-sunken',
        )}
      >
        <input
          {...wiring(id, { help: hint, error: message })}
          ref={input}
          type="file"
          name={name}
          disabled={disabled}
          required={required === true && value === ''}
          onChange={(event) => void take(event.currentTarget.files?.[0])}
          className="absolute inset-0 opacity-0"
        />
        {value === '' ? (
          <>
            <Upload size={20} className="text-text-2" />
            <span className="text-14 text-text-2">
              <span className="font-medium text-accent-text underline decoration-line-strong underline-offset-[3px]">
                Browse
              </span>
              , drop or paste a file
            </span>
          </>
        ) : (
          <>
            <FileText size={20} className="text-accent-text" />
            <span className="min-w-0 flex-1 truncate text-14" title={fileName}>
              {fileName || 'Text'} <span className="meta-line">{byteText(new Blob([value]).size)}</span>
            </span>
            <Button size="dense" variant="ghost" onClick={remove} disabled={disabled} className="z-1">
              Remove<span className="sr-only"> {fileName || label}</span>
            </Button>
          </>
        )}
      </div>
      <Help id={id}>{hint}</Help>
      <FieldMessage id={id}>{message}</FieldMessage>
    </div>
  )
}
