import { Search } from 'lucide-react'
import { type ChangeEvent, type SubmitEvent, useEffect, useRef } from 'react'
import { classNames } from './class-names.ts'
import { isTextEditor } from './is-text-editor.ts'
import { Kbd } from './kbd.tsx'

interface SearchFormProps {
  /** Where a search leads: works without scripts as ?q=… */
  action: string
  label: string
  placeholder?: string
  value?: string
  defaultValue?: string
  onChange?: (value: string) => void
  /** Without it the browser navigates. */
  onSubmit?: (value: string) => void
  /** '/' anywhere but in a text field focuses it. One per page. */
  takesSlash?: boolean
  size?: 'regular' | 'touch'
}

export function SearchForm(props: SearchFormProps) {
  const { action, label, placeholder = label, value, defaultValue, onChange, onSubmit, takesSlash, size } = props
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!takesSlash) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTextEditor(event.target)) return
      // Out of sight on small screens, where the palette opens instead.
      if (!input.current?.checkVisibility()) return
      event.preventDefault()
      input.current.select()
    }
    // Not the window's: whoever takes what is left over listens there.
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [takesSlash])
  const submit = (event: SubmitEvent) => {
    if (!onSubmit) return
    event.preventDefault()
    onSubmit(input.current?.value ?? '')
  }
  return (
    <search className="w-full max-w-xl">
      <form action={action} method="get" onSubmit={submit} className="relative">
        <Search size={16} className="pointer-events-none absolute inset-y-0 start-3 my-auto text-text-2" />
        <input
          ref={input}
          type="search"
          name="q"
          aria-label={label}
          placeholder={placeholder}
          autoComplete="off"
          enterKeyHint="search"
          {...(value === undefined ? { defaultValue } : { value })}
          onChange={(event: ChangeEvent<HTMLInputElement>) => onChange?.(event.currentTarget.value)}
          className={classNames(
            'field-box peer ps-9',
            size === 'touch' && 'min-h-11 text-16',
            takesSlash && 'sm:pe-10',
          )}
        />
        {takesSlash ? (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 end-3 hidden items-center peer-focus:hidden peer-[:not(:placeholder-shown)]:hidden sm:flex pointer-coarse:hidden"
          >
            <Kbd keys={['/']} />
          </span>
        ) : null}
      </form>
    </search>
  )
}
