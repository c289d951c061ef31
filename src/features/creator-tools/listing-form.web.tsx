import { useState } from 'react'
import { CATEGORY_NAMES } from '#src/features/catalog/categories.ts'
import { CATEGORIES, type Category } from '#src/sdk/define-tool.ts'
import { SelectField } from '#src/ui/fields/choice-fields.tsx'
import { CheckboxField } from '#src/ui/fields/flag-fields.tsx'
import { TextAreaField, TextField } from '#src/ui/fields/text-field.tsx'
import type { ContentProblem } from './content-problems.ts'
import { LICENCE_NAMES, type Licence } from './licences.ts'
import { DESCRIPTION_MAX, TAGS_MAX, TITLE_MAX, type ToolContent } from './tool-content.schema.ts'
import { useTyped } from './use-typed.web.tsx'

/** Signs that fonts have everywhere; any other one can be typed. */
const ICONS = ['Σ', 'π', '√', '%', '€', '°', '±', '≈', '↔', '#', '§', '★']

interface ListingFormProps {
  readonly content: ToolContent
  /** That it may be given on under. */
  readonly licences: readonly Licence[]
  readonly problems: readonly ContentProblem[]
  readonly onChange: (change: Partial<ToolContent>) => void
}

export function ListingForm({ content, licences, problems, onChange }: ListingFormProps) {
  const errorOf = (name: string) => problems.find(({ field }) => field.split('.')[0] === name)?.message
  const tags = useTyped(content.tags.join(', '))
  const title = useShortened(content.title, TITLE_MAX)
  const description = useShortened(content.description, DESCRIPTION_MAX)
  const left = tagsIn(tags.value).slice(TAGS_MAX)
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <TextField
        label="Title"
        required
        help={`${content.title.length} of ${TITLE_MAX}`}
        error={title.said ?? errorOf('title')}
        value={content.title}
        onChange={({ currentTarget }) => onChange({ title: title.shorten(currentTarget.value) })}
      />
      <IconField value={content.icon} error={errorOf('icon')} onChange={(icon) => onChange({ icon })} />
      <TextAreaField
        label="Description"
        required
        rows={2}
        className="sm:col-span-2"
        help={`What it answers, in one sentence. ${content.description.length} of ${DESCRIPTION_MAX}`}
        error={description.said ?? errorOf('description')}
        value={content.description}
        onChange={({ currentTarget }) => onChange({ description: description.shorten(currentTarget.value) })}
      />
      <SelectField
        label="Category"
        options={CATEGORIES.map((category) => ({ value: category, label: CATEGORY_NAMES[category] }))}
        value={content.category}
        onChange={({ currentTarget }) => onChange({ category: currentTarget.value as Category })}
      />
      <TextField
        label="Tags"
        help={`Up to ${TAGS_MAX}, separated by commas`}
        error={left.length > 0 ? `More than ${TAGS_MAX}: ${left.join(', ')} left out` : errorOf('tags')}
        value={tags.value}
        // What is left out stays to be seen.
        onBlur={() => left.length === 0 && tags.forget()}
        onChange={({ currentTarget }) => {
          tags.keep(currentTarget.value)
          onChange({ tags: tagsIn(currentTarget.value).slice(0, TAGS_MAX) })
        }}
      />
      <SelectField
        label="Licence"
        help={
          licences.length > 1
            ? 'What others may do with it. A clone always names you.'
            : 'That of the tool that this one was cloned from.'
        }
        error={errorOf('licence')}
        className="sm:col-span-2"
        // One that was chosen before stays to be seen.
        options={[...new Set([...licences, content.licence])].map((licence) => ({
          value: licence,
          label: LICENCE_NAMES[licence],
        }))}
        value={content.licence}
        onChange={({ currentTarget }) => onChange({ licence: currentTarget.value as Licence })}
      />
      {content.kind === 'custom' ? (
        <CheckboxField
          label="Runs in the visitor’s browser"
          help="Nothing that they enter leaves their page. Whoever opens the tool can then read its code."
          checked={content.inBrowser === true}
          onChange={({ currentTarget }) => onChange({ inBrowser: currentTarget.checked })}
        />
      ) : null}
    </div>
  )
}

const tagsIn = (text: string): string[] =>
  [...new Set(text.split(',').map((tag) => tag.trim().toLowerCase().slice(0, 30)))].filter((tag) => tag !== '')

/** A text of at most `max` characters, and what to say while what was pasted had more. */
function useShortened(text: string, max: number) {
  const [cut, setCut] = useState<{ readonly to: string; readonly by: number }>()
  return {
    said:
      cut?.to === text
        ? `At most ${max} characters: ${cut.by === 1 ? 'the last one was' : `the last ${cut.by} were`} left out`
        : undefined,
    shorten(given: string) {
      // Half of a sign that takes two places is none.
      const to = given.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')
      setCut(given.length > max ? { to, by: given.length - to.length } : undefined)
      return to
    },
  }
}

interface IconFieldProps {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (icon: string) => void
}

const IconField = ({ value, error, onChange }: IconFieldProps) => (
  <div className="flex flex-col gap-2">
    <TextField
      label="Icon"
      required
      error={error}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value.trim().slice(0, 16))}
    />
    {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be read as a second form group */}
    <div role="group" aria-label="Icons to choose from" className="flex flex-wrap gap-1">
      {ICONS.map((icon) => (
        <button
          key={icon}
          type="button"
          aria-label={`Icon ${icon}`}
          aria-pressed={icon === value}
          onClick={() => onChange(icon)}
          className="size-8 rounded-6 border border-line text-16 hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft pointer-coarse:size-11"
        >
          {icon}
        </button>
      ))}
    </div>
  </div>
)
