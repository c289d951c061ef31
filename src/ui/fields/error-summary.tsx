import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'

export interface FormError {
  /** id of the control at fault. */
  id: string
  message: string
}

const focusField = (id: string) => {
  const field = document.getElementById(id)
  field?.focus()
  field?.scrollIntoView({ block: 'center' })
}

interface ErrorSummaryProps {
  errors: readonly FormError[]
  title?: string
}

/**
 * All errors of a rejected form, shown from two on; takes the focus when it appears.
 * Give it a new `key` per attempt, so that correcting a field does not move the focus again.
 */
export function ErrorSummary({ errors, title }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  if (errors.length < 2) return null
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="alert"
      aria-labelledby="error-summary-title"
      className="rounded-6 border border-bad bg-bad-soft p-4"
    >
      <h2 id="error-summary-title" className="flex items-center gap-2 text-14 text-bad">
        <CircleAlert size={16} />
        {title ?? `${errors.length} things need your attention`}
      </h2>
      <ul className="mt-1 list-disc ps-10 text-14">
        {errors.map((error) => (
          <li key={error.id}>
            <a
              href={`#${error.id}`}
              className="inline-block min-h-6 align-top underline underline-offset-[3px]"
              // Not by the address: a tool page keeps its input in the hash.
              onClick={(event) => {
                event.preventDefault()
                focusField(error.id)
              }}
            >
              {error.message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Focuses the first invalid control inside `form`; false when there is none. */
export function focusFirstError(form: HTMLElement): boolean {
  const invalid = form.querySelector<HTMLElement>('[aria-invalid="true"]')
  const target = invalid?.matches('fieldset') ? invalid.querySelector<HTMLElement>('input') : invalid
  target?.focus()
  return target != null
}
