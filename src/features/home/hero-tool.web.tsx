import { ArrowRight } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { createLocalRunner } from '#src/features/tool-runs/local-runner.web.tsx'
import { toNumber } from '#src/sdk/validate-input.ts'
import { classNames } from '#src/ui/class-names.ts'
import { NumberField, RangeField } from '#src/ui/fields/number-fields.tsx'
import { formatValue } from '#src/ui/outputs/format-value.ts'
import { TextLink } from '#src/ui/text-link.tsx'

export interface HeroExample {
  readonly input: Readonly<Record<string, unknown>>
  readonly output: Readonly<Record<string, unknown>>
}

const SLUG = 'tip-calculator'
const SHOWN = [
  ['tip', 'Tip'],
  ['total', 'Total'],
  ['totalPerPerson', 'Each pays'],
] as const

type Inputs = Readonly<Record<'bill' | 'tipPercent' | 'people', string>>

const toInputs = ({ input }: HeroExample): Inputs => ({
  bill: formatValue(input.bill, 'money'),
  tipPercent: String(input.tipPercent),
  people: String(input.people),
})

/** What stands in the controls already: typed before the scripts ran, or put back by the browser. */
const readControls = (place: HTMLElement | null): Partial<Inputs> =>
  Object.fromEntries(
    [...(place?.querySelectorAll<HTMLInputElement>('input[name]') ?? [])].map(({ name, value }) => [name, value]),
  )

function useTip(example: HeroExample) {
  const [start] = useState(() => toInputs(example))
  const [inputs, setInputs] = useState(start)
  const [answer, setAnswer] = useState({ outputs: example.output, isCurrent: true })
  const runner = useMemo(() => createLocalRunner(SLUG), [])
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    runner.prepare().catch(() => undefined)
    const typed = { ...start, ...readControls(place.current) }
    if (JSON.stringify(typed) !== JSON.stringify(start)) setInputs(typed)
    return runner.close
  }, [runner, start])
  useEffect(() => {
    if (inputs === start) return
    let isOld = false
    const show = async () => {
      const done = await runner.run(inputs).catch(() => undefined)
      if (isOld) return
      if (done?.outcome.ok) setAnswer({ outputs: done.outcome.outputs, isCurrent: true })
      else setAnswer((last) => ({ ...last, isCurrent: false }))
    }
    void show()
    return () => {
      isOld = true
    }
  }, [inputs, start, runner])
  const set = (name: keyof Inputs) => (value: string) => setInputs({ ...inputs, [name]: value })
  return { inputs, set, answer, place }
}

/** The tip calculator itself, with the fields that most people need. It counts nothing and asks nobody. */
export function HeroTool({ example }: { example: HeroExample }) {
  const { inputs, set, answer, place } = useTip(example)
  const isWrong = toNumber(inputs.bill) === undefined
  return (
    <section
      ref={place}
      aria-labelledby="hero-tool"
      className="min-w-0 rounded-14 border border-line bg-surface shadow-3"
    >
      <header className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line px-5 py-3">
        <h2 id="hero-tool" className="text-16">
          Tip Calculator
        </h2>
        <span className="meta-line">runs here, sends nothing</span>
      </header>
      <div className="flex flex-col gap-4 p-5">
        <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-4">
          <NumberField
            id="hero-bill"
            name="bill"
            label="Bill"
            min={0}
            value={inputs.bill}
            onChange={set('bill')}
            error={isWrong ? 'Bill must be a number' : undefined}
          />
          <NumberField
            id="hero-people"
            name="people"
            label="People"
            min={1}
            max={100}
            step={1}
            value={inputs.people}
            onChange={set('people')}
          />
        </div>
        <RangeField
          id="hero-tip"
          name="tipPercent"
          label="Tip"
          unit="%"
          min={0}
          max={100}
          step={0.5}
          presets={[10, 15, 18, 20, 25]}
          value={inputs.tipPercent}
          onChange={set('tipPercent')}
        />
      </div>
      <dl
        aria-live="polite"
        className={classNames(
          'grid grid-cols-3 divide-x divide-line border-y border-line bg-sunken',
          !answer.isCurrent && 'grayscale [&_*]:text-text-3!',
        )}
      >
        {SHOWN.map(([name, label]) => (
          <div key={name} className="min-w-0 px-3 py-3 sm:px-5">
            <dt className="text-13 text-text-2">{label}</dt>
            <dd className="figures truncate text-18 sm:text-21 font-semibold text-accent-text">
              {formatValue(answer.outputs[name], 'money')}
            </dd>
          </div>
        ))}
      </dl>
      <p className="px-5 py-3 text-13 text-text-2">
        With tax, rounding and a share for each:{' '}
        <TextLink to={`/fxn/${SLUG}`} className="whitespace-nowrap">
          the whole tool <ArrowRight size={14} className="inline" />
        </TextLink>
      </p>
    </section>
  )
}
