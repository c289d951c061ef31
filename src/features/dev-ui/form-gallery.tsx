import { type SubmitEvent, useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { SelectField } from '#src/ui/fields/choice-fields.tsx'
import { ErrorSummary, type FormError, focusFirstError } from '#src/ui/fields/error-summary.tsx'
import { CheckboxField } from '#src/ui/fields/flag-fields.tsx'
import { PasswordField } from '#src/ui/fields/password-field.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import { Progress, type StrengthLevel, StrengthMeter } from '#src/ui/meters.tsx'
import { SearchForm } from '#src/ui/search-form.tsx'
import { GallerySection, Specimen } from './gallery-section.tsx'

const LEVELS: readonly StrengthLevel[] = [1, 2, 3, 4]
const CURRENCIES = ['EUR', 'USD', 'CHF'].map((value) => ({ value, label: value }))

const errorsOf = (data: FormData): FormError[] =>
  [
    { id: 'form-name', message: 'Name is required', wrong: data.get('name') === '' },
    {
      id: 'form-password',
      message: 'Password must be at least 8 characters',
      wrong: String(data.get('password')).length < 8,
    },
    { id: 'form-terms', message: 'Please agree to the terms', wrong: data.get('terms') === null },
  ].filter((check) => check.wrong)

export function FormGallery() {
  const [attempt, setAttempt] = useState(0)
  const [errors, setErrors] = useState<readonly FormError[]>([])
  const errorAt = (id: string) => errors.find((error) => error.id === id)?.message
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const found = errorsOf(new FormData(form))
    setErrors(found)
    setAttempt(attempt + 1)
    // After the paint: the control is marked invalid only then.
    if (found.length === 1) requestAnimationFrame(() => focusFirstError(form))
  }
  return (
    <GallerySection id="forms" title="Forms">
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card heading="A native form" level={3}>
          <form noValidate onSubmit={submit} className="flex flex-col gap-4">
            <ErrorSummary key={attempt} errors={errors} />
            <TextField
              id="form-name"
              name="name"
              label="Name"
              required
              autoComplete="name"
              error={errorAt('form-name')}
            />
            <PasswordField
              id="form-password"
              name="password"
              label="Password"
              required
              autoComplete="new-password"
              help="Must be at least 8 characters"
              error={errorAt('form-password')}
            />
            <SelectField name="currency" label="Currency" options={CURRENCIES} defaultValue="EUR" />
            <CheckboxField
              id="form-terms"
              name="terms"
              label="I agree to the terms"
              required
              error={errorAt('form-terms')}
            />
            <Button type="submit" variant="primary" size="touch">
              Create account
            </Button>
          </form>
        </Card>
        <div className="flex flex-col gap-6">
          <Specimen name="Search">
            <SearchForm action="/explore" label="Search tools" takesSlash />
          </Specimen>
          <Specimen name="Strength">
            {LEVELS.map((level) => (
              <StrengthMeter key={level} level={level} label="Password strength" />
            ))}
          </Specimen>
          <Specimen name="Progress">
            <Progress label="Importing" value={3} max={9} detail="3 of 9" />
            <Progress label="Preparing" />
          </Specimen>
        </div>
      </div>
    </GallerySection>
  )
}
