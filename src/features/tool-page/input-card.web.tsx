import { ArrowLeftRight, Play, RotateCcw, Server, ShieldCheck, TriangleAlert } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, type ReactNode, type SubmitEvent, useEffect } from 'react'
import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import type { Field } from '#src/sdk/fields.ts'
import { optionsOf } from '#src/sdk/validate-input.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { ErrorSummary, focusFirstError } from '#src/ui/fields/error-summary.tsx'
import { FieldControl } from '#src/ui/fields/field-control.tsx'
import { SwitchField } from '#src/ui/fields/flag-fields.tsx'
import { Kbd } from '#src/ui/kbd.tsx'
import { useAfterPress } from './after-press.web.tsx'
import { setAutoRun } from './auto-run.web.ts'
import { shownSections } from './form-values.ts'
import type { ToolRun } from './use-tool-run.web.tsx'

const fieldId = (name: string) => `input-${name}`

const NARROW: ReadonlySet<Field['type']> = new Set(['number', 'select', 'date', 'tel', 'checkbox', 'boolean'])

interface InputCardProps {
  readonly tool: ToolRun
  readonly fxn: Pick<Fxn, 'accessTier' | 'pricing' | 'inputConfig' | 'refundOpen'>
}

/** Why it runs on the server, or what that costs. */
function termsOf({ refundOpen, accessTier, pricing }: InputCardProps['fxn']): string {
  if (refundOpen) return ' while you can take your money back'
  if (accessTier === 'pro') return ', with Pro'
  return pricing.price === 0 ? ', for free' : ''
}

/** The form of the tool's input schema. */
export function InputCard({ tool, fxn }: InputCardProps) {
  const { notice } = fxn.inputConfig
  const terms = termsOf(fxn)
  const { fields, session, isLive, errors, form } = tool
  const { attempts } = session
  const afterPress = useAfterPress()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    tool.run()
  }
  const runByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    tool.run()
  }
  const leave = ({ target, relatedTarget }: FocusEvent) => {
    const field = target.closest<HTMLElement>('[data-field]')
    const name = field?.dataset.field
    if (name !== undefined && !field?.contains(relatedTarget)) afterPress(() => tool.leave(name))
  }
  useEffect(() => {
    if (attempts > 0 && form.current && form.current.querySelector('[role="alert"]') === null)
      focusFirstError(form.current)
  }, [attempts, form])
  const summary = errors.map(({ field, message }) => ({ id: fieldId(field), message }))
  return (
    <Card heading="Input Parameters">
      <form
        ref={form}
        noValidate
        onSubmit={submit}
        onKeyDown={runByKey}
        onBlur={leave}
        className="@container flex flex-col gap-5 max-lg:[&_:is(input,select,textarea,button)]:scroll-mt-14"
      >
        {notice === null ? null : <Notice>{notice}</Notice>}
        {attempts > 0 ? <ErrorSummary key={attempts} errors={summary} /> : null}
        {shownSections(fields, session.values).map((part) => (
          <Section key={part.key} heading={part.section}>
            {part.fields.map((field) => (
              <FieldOf key={field.name} tool={tool} field={field} />
            ))}
          </Section>
        ))}
        <p className="hidden rounded-6 bg-sunken p-3 text-13 text-text-2 noscript:block">
          Running a tool needs JavaScript. The result beside this form is that of the values shown here.
        </p>
        <div className="flex flex-wrap items-center gap-2 border-t border-dashed border-line pt-4 noscript:hidden">
          <Button type="submit" variant="primary" icon={Play} busy={session.running !== undefined && !isLive}>
            Run
          </Button>
          <Button variant="ghost" icon={RotateCcw} onClick={tool.reset}>
            Reset
          </Button>
          {session.running === undefined ? null : (
            <Button className="animate-late" onClick={tool.stop}>
              {tool.isLocal ? 'Stop' : 'Cancel'}
            </Button>
          )}
          <p className="flex items-center gap-1.5 text-13 text-text-2">
            {tool.isLocal ? <ShieldCheck size={14} /> : <Server size={14} />}
            {tool.isLocal ? 'Nothing leaves this page' : `Runs on our server${terms}`}
          </p>
          <span className="ms-auto flex items-center gap-3">
            {tool.mayBeLive ? (
              <SwitchField
                label="Auto-run"
                title="Computes while you type"
                checked={isLive}
                onChange={({ currentTarget }) => setAutoRun(currentTarget.checked)}
              />
            ) : null}
            {isLive ? null : (
              <span aria-hidden="true" className="hidden sm:block">
                <Kbd keys={['Ctrl', 'Enter']} />
              </span>
            )}
          </span>
        </div>
      </form>
    </Card>
  )
}

function Section({ heading, children }: { heading: string | undefined; children: ReactNode }) {
  const Part = heading === undefined ? 'div' : 'fieldset'
  return (
    <Part className="grid min-w-0 gap-x-4 gap-y-5 @sm:grid-cols-2">
      {heading === undefined ? null : <legend className="mb-3 text-16 font-semibold">{heading}</legend>}
      {children}
    </Part>
  )
}

function FieldOf({ tool, field }: { tool: ToolRun; field: Field }) {
  const { session, errors } = tool
  return (
    <div
      data-field={field.name}
      className={classNames('relative min-w-0', !NARROW.has(field.type) && '@sm:col-span-2')}
    >
      {field.swapWith === undefined ? null : <SwapButton tool={tool} field={field} />}
      <FieldControl
        id={fieldId(field.name)}
        name={field.name}
        field={field}
        value={session.values[field.name] ?? ''}
        options={field.optionsBy === undefined ? undefined : optionsOf(field, session.values)}
        error={errors.find((error) => error.field === field.name)?.message}
        onChange={(value) => tool.change(field.name, value)}
      />
    </div>
  )
}

/** Beside the label of the second of two fields: between both where they stand below each other. */
function SwapButton({ tool, field }: { tool: ToolRun; field: Field }) {
  const label = tool.fields.find(({ name }) => name === field.swapWith)?.label
  return (
    <Button
      variant="ghost"
      size="dense"
      icon={ArrowLeftRight}
      onClick={() => tool.swap(field)}
      className="absolute! -top-2 end-0 noscript:hidden pointer-coarse:-top-5"
    >
      Swap
      <span className="sr-only">
        {' '}
        {label} and {field.label}
      </span>
    </Button>
  )
}

const Notice = ({ children }: { children: string }) => (
  <p className="flex items-start gap-2 rounded-6 bg-warn-soft px-3 py-2 text-13 text-warn">
    <TriangleAlert size={16} className="mt-0.5" />
    {children}
  </p>
)
