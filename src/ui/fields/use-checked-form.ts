import { type FocusEvent, type PointerEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { focusFirstError } from './error-summary.tsx'

interface Refusal {
  readonly message: string
  readonly details: readonly { readonly field: string; readonly message: string }[]
}

interface CheckedForm<Field extends string> {
  readonly fields: readonly Field[]
  /** What is wrong with a value; undefined when nothing is. */
  readonly check: (field: Field, value: string) => string | undefined
  /** Answers what was refused, or nothing. */
  readonly send: (values: Readonly<Record<Field, string>>) => Promise<Refusal | undefined>
  /** What the server said to the form when no script sent it. */
  readonly refused?: Refusal | undefined
}

type Typed = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Errors<Field extends string> = Partial<Record<Field, string>>

const valuesIn = <Field extends string>(form: HTMLFormElement, fields: readonly Field[]) => {
  const data = new FormData(form)
  return Object.fromEntries(fields.map((field) => [field, String(data.get(field) ?? '')])) as Record<Field, string>
}

/** What belongs at fields, and what is about the whole. */
function sortOut<Field extends string>(fields: readonly Field[], { message, details }: Refusal) {
  const known = details.filter(({ field }) => fields.some((one) => one === field))
  const errors = Object.fromEntries(known.map((detail) => [detail.field, detail.message])) as Errors<Field>
  return { errors, message: known.length === 0 ? message : undefined }
}

/** A form of few fields: errors at the field, the focus on the first, values kept whatever happens. */
export function useCheckedForm<Field extends string>({ fields, check, send, refused }: CheckedForm<Field>) {
  const first = refused === undefined ? undefined : sortOut(fields, refused)
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors<Field>>(first?.errors ?? {})
  const [refusal, setRefusal] = useState(first?.message)
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  const pressing = useRef(false)
  // After the paint: only then are the fields marked. From two errors on the summary takes the focus itself.
  useEffect(() => {
    if (attempt > 0 && form.current && form.current.querySelectorAll('[aria-invalid="true"]').length < 2)
      focusFirstError(form.current)
  }, [attempt])

  const reject = (found: Errors<Field>, message?: string) => {
    setErrors(found)
    setRefusal(message)
    setAttempt((count) => count + 1)
  }
  const recheck = (field: Field, value: string) =>
    setErrors(({ [field]: _, ...others }) => {
      const message = check(field, value)
      return (message === undefined ? others : { ...others, [field]: message }) as Errors<Field>
    })
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending.current) return
    const values = valuesIn(event.currentTarget, fields)
    const found = fields.map((field) => [field, check(field, values[field])] as const)
    const wrong = Object.fromEntries(found.filter(([, message]) => message !== undefined)) as Errors<Field>
    if (Object.keys(wrong).length > 0) return reject(wrong)
    sending.current = true
    setBusy(true)
    const refusedNow = await send(values)
    sending.current = false
    setBusy(false)
    const { errors: atFields, message } = sortOut(fields, refusedNow ?? { message: '', details: [] })
    reject(atFields, refusedNow && message)
  }
  return {
    errors: fields.flatMap((field) => (errors[field] === undefined ? [] : [{ id: field, message: errors[field] }])),
    ...{ refusal, attempt, busy },
    formProps: {
      ref: form,
      noValidate: true,
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => void submit(event),
      // A message that appears while a button is pressed would move the button away, and the press would miss it.
      onPointerDown: ({ target }: PointerEvent<HTMLFormElement>) => {
        pressing.current = target instanceof Element && target.closest('button') !== null
      },
    },
    /** The values stay in the page and not in our state, so that what was typed before the scripts ran is kept. */
    wired: (field: Field) => ({
      id: field,
      name: field,
      error: errors[field],
      required: true as const,
      onBlur: ({ currentTarget }: FocusEvent<Typed>) => {
        if (currentTarget.value !== '' && !pressing.current) recheck(field, currentTarget.value)
        pressing.current = false
      },
      onInput: ({ currentTarget }: { currentTarget: Typed }) => {
        if (errors[field] !== undefined) recheck(field, currentTarget.value)
      },
    }),
  }
}
