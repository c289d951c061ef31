import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { toApiError } from './api-error.ts'
import { toast } from './toasts.ts'

interface RemovalOptions {
  /** "secret" */
  readonly what: string
  readonly list: QueryKey
  readonly remove: (name: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Deletes one of the values that an account keeps under names, and tells how it went. */
export function useRemoval({ what, list, remove, onClose }: RemovalOptions) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: remove,
    onSuccess: () => toast({ kind: 'success', title: `${capitalised(what)} deleted` }),
    onError: (error) =>
      toast({ kind: 'error', title: `The ${what} was not deleted`, description: toApiError(error).message }),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: list })
      onClose()
    },
  })
}

interface StoringOptions {
  readonly what: string
  readonly list: QueryKey
  /** Absent: the form asks for the name. */
  readonly known: string | undefined
  /** Why the value cannot be stored, or nothing once it is. */
  readonly store: (name: string, value: string) => Promise<string | undefined>
  readonly onStored: () => void
}

type Errors = Partial<Record<'name' | 'value' | 'form', string>>

/** The form of a value that is kept under a name: what it says when it is sent. */
export function useStoring({ what, list, known, store, onStored }: StoringOptions) {
  const client = useQueryClient()
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  async function save(name: string, value: string) {
    try {
      const wrong = await store(name, value)
      if (wrong !== undefined) return setErrors({ value: wrong })
      await client.invalidateQueries({ queryKey: list })
      toast({ kind: 'success', title: `${capitalised(what)} stored` })
      onStored()
    } catch (error) {
      const { message, details } = toApiError(error)
      const [detail] = details
      const field = detail?.field
      setErrors(field === 'name' || field === 'value' ? { [field]: detail?.message } : { form: message })
    }
  }
  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    const name = known ?? String(data.get('name') ?? '').trim()
    if (name === '') {
      setErrors({ name: 'Name is required' })
      return form.querySelector('input')?.focus()
    }
    setBusy(true)
    // A browser ends the lines of a form's text as mail does; what was pasted ended them its own way.
    await save(name, String(data.get('value') ?? '').replaceAll('\r\n', '\n'))
    setBusy(false)
  }
  return {
    errors,
    busy,
    submit: (event: SubmitEvent<HTMLFormElement>) => void submit(event),
    forget: () => setErrors({}),
  }
}

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
