import { useEffect, useMemo, useState } from 'react'
import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import type { PageRunner } from '#src/features/tool-runs/page-runner.ts'
import { fulfils } from '#src/lib/same-json.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { ScrollBox } from '#src/ui/scroll-box.tsx'
import { createRunner } from './create-runner.web.tsx'

type Example = Fxn['examples'][number]
type Check = 'passes' | 'differs' | 'broken'

interface VerifiedCasesProps {
  readonly fxn: Fxn
  readonly onPick: (input: Example['input']) => void
  readonly onClose: () => void
}

async function checkCase(runner: PageRunner, { input, output }: Example): Promise<Check> {
  const done = await runner.run(input).catch(() => undefined)
  if (done === undefined) return 'broken'
  return done.outcome.ok && fulfils(done.outcome.outputs, output) ? 'passes' : 'differs'
}

/** What each case comes to in this browser, one after the other. */
function useChecks(fxn: Fxn, published: readonly Example[]): Readonly<Record<number, Check>> {
  const [checks, setChecks] = useState<Readonly<Record<number, Check>>>({})
  useEffect(() => {
    const runner = createRunner(fxn, { isLocal: true, isGuest: false })
    let isGone = false
    const checkAll = async () => {
      for (const [index, example] of published.entries()) {
        const check = await checkCase(runner, example)
        if (isGone) return
        setChecks((before) => ({ ...before, [index]: check }))
      }
    }
    void checkAll()
    return () => {
      isGone = true
      runner.close()
    }
  }, [fxn, published])
  return checks
}

/** The published cases of a tool, each computed again while somebody looks. */
export function VerifiedCases({ fxn, onPick, onClose }: VerifiedCasesProps) {
  const published = useMemo(() => fxn.examples.filter(({ isOurs }) => isOurs !== true), [fxn])
  const checks = useChecks(fxn, published)
  return (
    <Dialog open onClose={onClose} title="Published cases" size="wide">
      <p className="text-text-2">
        Inputs and results as the named documents print them. Our tests compute all of them before each release, this
        server has done so too, and your browser does now.
      </p>
      <ol className="mt-4 flex flex-col gap-4">
        {published.map((example, index) => (
          <Case
            key={example.title}
            fxn={fxn}
            example={example}
            check={checks[index]}
            onPick={() => {
              onClose()
              onPick(example.input)
            }}
          />
        ))}
      </ol>
    </Dialog>
  )
}

const CHECKS: Record<Check, { readonly kind: 'ok' | 'bad' | 'warn'; readonly text: string }> = {
  passes: { kind: 'ok', text: 'Passes' },
  differs: { kind: 'bad', text: 'Comes out differently' },
  broken: { kind: 'warn', text: 'Could not be computed' },
}

interface CaseProps {
  readonly fxn: Fxn
  readonly example: Example
  readonly check: Check | undefined
  readonly onPick: () => void
}

const Case = ({ fxn, example, check, onPick }: CaseProps) => (
  <li className="flex flex-col gap-3 rounded-10 border border-line bg-surface p-4">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <h3 className="min-w-0 text-16 [overflow-wrap:anywhere]">{example.title}</h3>
      {check === undefined ? <Badge>Computing …</Badge> : <Badge kind={CHECKS[check].kind}>{CHECKS[check].text}</Badge>}
    </div>
    <div className="grid gap-4 sm:grid-cols-2">
      <Values heading="Inputs" values={example.input} specs={fxn.inputSchema} />
      <Values heading="Expected" values={example.output} specs={fxn.outputSchema} />
    </div>
    <p className="text-13 text-text-2 [overflow-wrap:anywhere]">
      <span className="eyebrow me-2">Source</span>
      {example.source}
    </p>
    <Button size="dense" onClick={onPick} className="w-fit">
      Use these inputs<span className="sr-only"> of {example.title}</span>
    </Button>
  </li>
)

interface ValuesProps {
  readonly heading: string
  readonly values: Readonly<Record<string, unknown>>
  readonly specs: Readonly<Record<string, { readonly label: string }>>
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

const Values = ({ heading, values, specs }: ValuesProps) => (
  <div className="flex min-w-0 flex-col gap-2">
    <h4 className="eyebrow">{heading}</h4>
    <dl className="flex flex-col gap-2">
      {Object.entries(values).map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-13 text-text-2">{specs[name]?.label ?? name}</dt>
          <dd className="min-w-0">
            <ScrollBox label={`${heading}: ${specs[name]?.label ?? name}`} className="max-h-40 rounded-4 bg-sunken">
              <pre dir="auto" className="w-max min-w-full px-2 py-1 font-mono text-13">
                {textOf(value)}
              </pre>
            </ScrollBox>
          </dd>
        </div>
      ))}
    </dl>
  </div>
)
