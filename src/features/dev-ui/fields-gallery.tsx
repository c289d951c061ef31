import { useState } from 'react'
import { FIELD_TYPES, type FieldType } from '#src/sdk/field-types.ts'
import type { FieldSpec } from '#src/sdk/fields.ts'
import { Card } from '#src/ui/card.tsx'
import { FieldControl, type FieldValue } from '#src/ui/fields/field-control.tsx'
import { GallerySection, Specimen } from './gallery-section.tsx'

const options = ['monthly', 'biweekly', 'weekly'].map((value) => ({ value, label: value }))

const FIELDS: Record<FieldType, FieldSpec> = {
  string: { type: 'string', label: 'string', required: true, placeholder: 'A line', help: 'Help stands below.' },
  text: { type: 'text', label: 'text' },
  textarea: { type: 'textarea', label: 'textarea', placeholder: '{"a": 1}' },
  email: { type: 'email', label: 'email', placeholder: 'ada@example.org' },
  password: { type: 'password', label: 'password', secret: true },
  url: { type: 'url', label: 'url' },
  tel: { type: 'tel', label: 'tel' },
  date: { type: 'date', label: 'date' },
  number: { type: 'number', label: 'number', unit: '%', presets: [15, 18, 20], min: 0, max: 100, required: true },
  range: { type: 'range', label: 'range', unit: 'min', min: 15, max: 120, step: 5 },
  boolean: { type: 'boolean', label: 'boolean', help: 'A switch acts at once.' },
  checkbox: { type: 'checkbox', label: 'checkbox' },
  select: { type: 'select', label: 'select', options },
  radio: { type: 'radio', label: 'radio', options, required: true },
  multiselect: { type: 'multiselect', label: 'multiselect', options },
  list: { type: 'list', label: 'list' },
  file: { type: 'file', label: 'file' },
}

const FILLED: Partial<Record<FieldType, FieldValue>> = {
  number: '20',
  range: '30',
  boolean: true,
  checkbox: true,
  select: 'monthly',
  radio: 'monthly',
  multiselect: ['monthly', 'weekly'],
  list: 'one\ntwo',
  file: 'text of a file',
}

function Specimens({ name, error, disabled }: { name: string; error?: string; disabled?: boolean }) {
  const [values, setValues] = useState(FILLED)
  return (
    <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
      {FIELD_TYPES.map((type) => (
        <FieldControl
          key={type}
          id={`${name}-${type}`}
          name={`${name}-${type}`}
          field={FIELDS[type]}
          value={values[type] ?? ''}
          onChange={(value) => setValues({ ...values, [type]: value })}
          error={error}
          disabled={disabled}
        />
      ))}
    </div>
  )
}

export const FieldsGallery = () => (
  <GallerySection id="fields" title="Fields">
    <Card heading="All 17 types" level={3}>
      <Specimens name="plain" />
    </Card>
    <Card heading="With an error" level={3}>
      <Specimens name="wrong" error="This is required" />
    </Card>
    <Card heading="Disabled" level={3}>
      <Specimens name="off" disabled />
    </Card>
    <Specimen name="A type that does not exist">
      <FieldControl
        id="unknown"
        name="unknown"
        field={{ type: 'hologram' as FieldType, label: 'Hologram' }}
        value=""
        onChange={() => undefined}
      />
    </Specimen>
  </GallerySection>
)
