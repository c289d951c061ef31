import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { DEFAULT_FILE_MB, FILE_GROUP_WORDS, FILE_GROUPS, MAX_FILE_MB } from '#src/lib/forms/form-files.ts'
import { moved } from '#src/lib/moved.ts'
import type { Json } from '#src/sdk/json.ts'
import { Button, IconButton } from '#src/ui/button.tsx'
import { Disclosure } from '#src/ui/disclosure.tsx'
import { SelectField } from '#src/ui/fields/choice-fields.tsx'
import { FieldMessage, Help } from '#src/ui/fields/field-frame.tsx'
import { CheckboxField } from '#src/ui/fields/flag-fields.tsx'
import { TextAreaField, TextField } from '#src/ui/fields/text-field.tsx'
import { LiveRegion } from '#src/ui/live-region.tsx'
import { type EditorProblem, problemAt } from './problems.ts'
import {
  acceptOf,
  asQuestions,
  linesOf,
  newQuestion,
  type Question,
  type QuestionType,
  textOf,
  titleOf,
  typeOf,
  withLimit,
  withLines,
  withoutGaps,
  withType,
} from './questions.ts'
import { useFocusNext } from './use-focus-next.web.tsx'

const TYPES: readonly { readonly value: QuestionType; readonly label: string }[] = [
  { value: 'text', label: 'One line of text' },
  { value: 'textarea', label: 'Several lines of text' },
  { value: 'email', label: 'Email address' },
  { value: 'number', label: 'Number' },
  { value: 'date', label: 'Date' },
  { value: 'select', label: 'One of several choices' },
  { value: 'checkbox', label: 'Yes or no' },
  { value: 'file', label: 'A file' },
]

/** In the order that the page shows them, each with a key that outlives typing and moving. */
interface Row {
  readonly key: number
  readonly question: Question
}
let lastKey = 0
const toRows = (value: Json | undefined): Row[] => asQuestions(value).map((question) => ({ key: ++lastKey, question }))

function useRows(value: Json | undefined, onChange: (value: Json) => void) {
  const [state, setState] = useState({ rows: toRows(value), value })
  // Somebody else has changed it: another copy of the draft, for one.
  if (state.value !== value) setState({ rows: toRows(value), value })
  const change = (rows: readonly Row[]) => {
    const next = rows.map(({ question }) => question)
    setState({ rows: [...rows], value: next })
    onChange(next)
  }
  return [state.rows, change] as const
}

export interface QuestionsFieldProps {
  readonly id: string
  readonly label: string
  readonly help: string
  /** Where it is in the config: problems name a question as "<path>.<index>". */
  readonly path: string
  readonly value: Json | undefined
  readonly problems: readonly EditorProblem[]
  readonly onChange: (value: Json | undefined) => void
}

/** The questions of a form, in their order. */
export function QuestionsField({ id, label, help, path, value, problems, onChange }: QuestionsFieldProps) {
  const [rows, change] = useRows(value, onChange)
  const [said, setSaid] = useState('')
  const focusNext = useFocusNext()

  const replace = (key: number, question: Question) =>
    change(rows.map((row) => (row.key === key ? { key, question } : row)))
  const move = (index: number, by: -1 | 1) => {
    const to = index + by
    const row = rows[index]
    if (row === undefined || to < 0 || to >= rows.length) return
    change(moved(rows, index, to))
    setSaid(`${titleOf(row.question, index)} is now question ${to + 1} of ${rows.length}`)
    focusNext(`${id}.${to}.${by < 0 ? 'up' : 'down'}`)
  }
  return (
    <fieldset aria-describedby={`${id}-help`} className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 text-14 font-medium">{label}</legend>
      <ol className="flex flex-col gap-3">
        {rows.map(({ key, question }, index) => (
          <QuestionRow
            key={key}
            id={`${id}.${index}`}
            index={index}
            isLast={index === rows.length - 1}
            question={question}
            errorAt={(part) => problemAt(problems, part === '' ? `${path}.${index}` : `${path}.${index}.${part}`)}
            onChange={(next) => replace(key, next)}
            onMove={(by) => move(index, by)}
            onRemove={() => {
              change(rows.filter((row) => row.key !== key))
              setSaid(`${titleOf(question, index)} is removed`)
              focusNext(id)
            }}
          />
        ))}
      </ol>
      <Button
        id={id}
        size="dense"
        icon={Plus}
        className="w-fit"
        onClick={() => {
          change([...rows, { key: ++lastKey, question: newQuestion(rows.map((row) => row.question)) }])
          focusNext(`${id}.${rows.length}.label`)
        }}
      >
        Add a question
      </Button>
      <Help id={id}>{help}</Help>
      <FieldMessage id={id}>{problems.find((problem) => problem.path === path)?.message}</FieldMessage>
      <LiveRegion message={said} />
    </fieldset>
  )
}

interface QuestionRowProps {
  /** "<field>.<index>": places of problems begin with it. */
  readonly id: string
  readonly index: number
  readonly isLast: boolean
  readonly question: Question
  readonly errorAt: (part: string) => string | undefined
  readonly onChange: (question: Question) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

function QuestionRow({ id, index, isLast, question, errorAt, onChange, onMove, onRemove }: QuestionRowProps) {
  const title = titleOf(question, index)
  const hasHiddenProblem = ['name', 'help', 'min', 'max'].some((part) => errorAt(part) !== undefined)
  return (
    <li>
      <fieldset className="flex min-w-0 flex-col gap-3 rounded-6 border border-line p-3">
        <legend className="sr-only">{`Question ${index + 1}`}</legend>
        <div className="flex items-center gap-1">
          <span dir="auto" className="min-w-0 flex-1 truncate text-13 text-text-2">
            {title}
          </span>
          <MoveButton id={id} title={title} way="up" isEnd={index === 0} onMove={onMove} />
          <MoveButton id={id} title={title} way="down" isEnd={isLast} onMove={onMove} />
          <IconButton icon={X} aria-label={`Remove ${title}`} onClick={onRemove} />
        </div>
        <TextField
          id={`${id}.label`}
          label="Question"
          value={textOf(question.label)}
          maxLength={200}
          autoComplete="off"
          dir="auto"
          error={errorAt('label')}
          onChange={(event) => onChange({ ...question, label: event.currentTarget.value })}
        />
        <SelectField
          id={`${id}.type`}
          label="Answer"
          options={TYPES}
          value={typeOf(question)}
          error={errorAt('type')}
          onChange={(event) => onChange(withType(question, event.currentTarget.value as QuestionType))}
        />
        {typeOf(question) === 'select' ? (
          <TextAreaField
            id={`${id}.options`}
            label="Choices"
            help="One on each line."
            rows={3}
            value={linesOf(question)}
            error={errorAt('options')}
            onBlur={() => onChange(withoutGaps(question))}
            onChange={(event) => onChange(withLines(question, event.currentTarget.value))}
          />
        ) : null}
        {typeOf(question) === 'file' ? (
          <FileRules id={id} question={question} errorAt={errorAt} onChange={onChange} />
        ) : null}
        <CheckboxField
          id={`${id}.required`}
          label={typeOf(question) === 'checkbox' ? 'It must be ticked' : 'It must be answered'}
          checked={question.required === true}
          onChange={(event) => onChange({ ...question, required: event.currentTarget.checked })}
        />
        <Disclosure summary={`More about ${title}`} startsOpen={hasHiddenProblem}>
          <More id={id} question={question} errorAt={errorAt} onChange={onChange} />
        </Disclosure>
        <FieldMessage id={id}>{errorAt('') === undefined ? undefined : ownProblem(errorAt)}</FieldMessage>
      </fieldset>
    </li>
  )
}

type PartProps = Pick<QuestionRowProps, 'id' | 'question' | 'errorAt' | 'onChange'>

const GROUPS = FILE_GROUPS.map((value) => {
  const words = FILE_GROUP_WORDS[value].replace(/^an? /, '')
  return { value, label: words.charAt(0).toUpperCase() + words.slice(1) }
})
const SIZES = Array.from({ length: MAX_FILE_MB }, (_, index) => ({ value: `${index + 1}`, label: `${index + 1} MB` }))

/** Which files the question takes. */
const FileRules = ({ id, question, errorAt, onChange }: PartProps) => (
  <div className="grid gap-3 sm:grid-cols-2">
    <SelectField
      id={`${id}.accept`}
      label="Kind"
      options={GROUPS}
      value={acceptOf(question)}
      error={errorAt('accept')}
      onChange={(event) => onChange({ ...question, accept: event.currentTarget.value })}
    />
    <SelectField
      id={`${id}.maxMb`}
      label="At most"
      options={SIZES}
      value={String(typeof question.maxMb === 'number' ? question.maxMb : DEFAULT_FILE_MB)}
      error={errorAt('maxMb')}
      onChange={(event) => onChange({ ...question, maxMb: Number(event.currentTarget.value) })}
    />
  </div>
)

interface MoveButtonProps extends Pick<QuestionRowProps, 'id' | 'onMove'> {
  readonly title: string
  readonly way: 'up' | 'down'
  readonly isEnd: boolean
}

/** Not `disabled` at the end of the way: the button that was pressed would lose the focus. */
const MoveButton = ({ id, title, way, isEnd, onMove }: MoveButtonProps) => (
  <IconButton
    id={`${id}.${way}`}
    icon={way === 'up' ? ArrowUp : ArrowDown}
    aria-label={`Move ${title} ${way}`}
    aria-disabled={isEnd}
    className="aria-disabled:text-text-3 aria-disabled:hover:bg-transparent"
    onClick={() => onMove(way === 'up' ? -1 : 1)}
  />
)

const PARTS = ['label', 'type', 'options', 'accept', 'maxMb', 'name', 'help', 'min', 'max']
/** What is wrong with the question as a whole: its parts say so themselves. */
const ownProblem = (errorAt: QuestionRowProps['errorAt']) =>
  PARTS.some((part) => errorAt(part) !== undefined) ? undefined : errorAt('')

function More({ id, question, errorAt, onChange }: PartProps) {
  return (
    <div className="flex flex-col gap-3 text-text">
      <TextField
        id={`${id}.name`}
        label="Name in expressions"
        help={`trigger.values.${textOf(question.name)}`}
        value={textOf(question.name)}
        maxLength={50}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errorAt('name')}
        onChange={(event) => onChange({ ...question, name: event.currentTarget.value })}
      />
      <TextField
        id={`${id}.help`}
        label="Help"
        help="Stands with the question."
        value={textOf(question.help)}
        maxLength={500}
        dir="auto"
        autoComplete="off"
        error={errorAt('help')}
        onChange={(event) => onChange({ ...question, help: event.currentTarget.value })}
      />
      {typeOf(question) === 'number' ? (
        <div className="grid gap-3 sm:grid-cols-2">
          {(['min', 'max'] as const).map((limit) => (
            <TextField
              key={limit}
              id={`${id}.${limit}`}
              label={limit === 'min' ? 'At least' : 'At most'}
              type="number"
              step="any"
              value={typeof question[limit] === 'number' ? question[limit] : ''}
              error={errorAt(limit)}
              onChange={(event) => onChange(withLimit(question, limit, event.currentTarget.value))}
            />
          ))}
        </div>
      ) : null}
    </div>
  )
}
