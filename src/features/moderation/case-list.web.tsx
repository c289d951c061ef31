import { useRef, useState } from 'react'
import { RowKeysHint, useRowKeys } from '#src/features/admin/use-row-keys.web.tsx'
import { Button } from '#src/ui/button.tsx'
import { CaseItem } from './case-item.web.tsx'
import { DecisionDialog } from './decision-dialog.web.tsx'
import { DECISIONS, decisionsTogether, isSecondLook, needsReason } from './decisions.ts'
import type { Decision, ModerationCase } from './moderation.schema.ts'
import { usePageKeys } from './page-keys.web.tsx'
import type { Task, Words } from './task.ts'
import { useModeration } from './use-moderation.web.tsx'
import { MIXED_WORDS, TOGETHER_WORDS } from './words.ts'

interface CaseListProps {
  readonly cases: readonly ModerationCase[]
  /** How many there are, in words. */
  readonly counted: string
  readonly busy: boolean
  /** Absent at the end of the list. */
  readonly onMore?: () => void
}

export function CaseList({ cases, counted, busy, onMore }: CaseListProps) {
  const { decide, claim, reopen } = useModeration()
  const [task, setTask] = useState<Task>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const marked = cases.filter(({ id, closed }) => closed === null && chosen.has(id))

  const isDeciding = useRef(false)
  /** Until the list is as it is then: whoever presses twice means one case. */
  const carryOut = (next: Task, words: Words) => {
    isDeciding.current = true
    return decide(next, words).finally(() => {
      isDeciding.current = false
    })
  }
  /** What needs no words is done at once. */
  const start = (about: readonly ModerationCase[], decision: Decision) => {
    const open = about.filter(({ closed }) => closed === null)
    const fits = ({ kind }: ModerationCase) => DECISIONS[kind].includes(decision)
    const next = { cases: open.filter(fits), decision, skipped: open.filter((one) => !fits(one)) }
    if (open.length === 0 || isDeciding.current) return
    if (needsReason(decision) && next.cases.length > 0) setTask(next)
    else void carryOut(next, { reason: '' })
  }
  const at = (act: (about: ModerationCase) => void) => (index: number) => {
    const about = cases[index]
    if (about !== undefined) act(about)
  }
  const toggled =
    ({ id }: ModerationCase) =>
    (before: ReadonlySet<string>) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    }
  const toggle = (about: ModerationCase) => setChosen(toggled(about))
  const toggleCode = (about: ModerationCase) => setOpened(toggled(about))
  const { mayChoose, onWholePage, choose } = usePageKeys()
  const { list, current } = useRowKeys(
    {
      a: at((about) => start([about], isSecondLook(about.kind) ? 'restore' : 'approve')),
      h: at((about) => start([about], isSecondLook(about.kind) ? 'uphold' : 'hide')),
      r: at((about) => start([about], 'remove')),
      c: at((about) => void (about.closed === null && claim(about))),
      x: at(toggle),
      v: at(toggleCode),
      o: at((about) => void (about.closed !== null && reopen(about))),
    },
    cases.length,
    { onWholePage },
  )
  return (
    <div className="flex flex-col gap-4">
      <RowKeysHint
        where={onWholePage ? 'On this page' : 'In the list'}
        keys={[
          ['A', 'approve or restore'],
          ['H', 'hide or keep'],
          ['R', 'remove'],
          ['C', 'take'],
          ['X', 'mark'],
          ['V', 'code'],
          ['O', 'open again'],
        ]}
      />
      {mayChoose ? <PageKeysChoice isOn={onWholePage} onChoose={choose} /> : null}
      <div className="flex min-h-9 flex-wrap items-center gap-2">
        <p role="status" className="meta-line me-auto">
          {counted}
          {marked.length === 0 ? '' : ` · ${marked.length} marked`}
        </p>
        <DecideMarked marked={marked} onDecide={(decision) => start(marked, decision)} />
      </div>
      <ul {...list} className="divide-y divide-line rounded-10 border border-line bg-surface">
        {cases.map((about, index) => (
          <CaseItem
            key={about.id}
            about={about}
            isCurrent={onWholePage && index === current}
            isMarked={chosen.has(about.id)}
            isCodeOpen={opened.has(about.id)}
            onMark={() => toggle(about)}
            onCode={() => toggleCode(about)}
            onDecide={(decision) => start([about], decision)}
            onClaim={() => void claim(about)}
            onReopen={() => void reopen(about)}
          />
        ))}
      </ul>
      {onMore ? (
        <div className="text-center">
          <Button busy={busy} onClick={onMore}>
            Load more
          </Button>
        </div>
      ) : null}
      {task === undefined ? null : (
        <DecisionDialog
          task={task}
          onClose={() => setTask(undefined)}
          onDecide={(words) => carryOut(task, words).then((done) => void (done && setTask(undefined)))}
        />
      )}
    </div>
  )
}

interface DecideMarkedProps {
  readonly marked: readonly ModerationCase[]
  readonly onDecide: (decision: Decision) => void
}
function DecideMarked({ marked, onDecide }: DecideMarkedProps) {
  const decisions = decisionsTogether(marked)
  return (
    <>
      {decisions.map((decision) => (
        <Button
          key={decision}
          size="dense"
          variant={decision === 'hide' ? 'danger' : 'secondary'}
          onClick={() => onDecide(decision)}
        >
          {TOGETHER_WORDS[decision]}
        </Button>
      ))}
      {marked.some(({ kind }) => isSecondLook(kind)) && !marked.every(({ kind }) => isSecondLook(kind)) ? (
        <p className="w-full text-13 text-text-2">{MIXED_WORDS}</p>
      ) : null}
    </>
  )
}

interface PageKeysChoiceProps {
  readonly isOn: boolean
  readonly onChoose: (isOn: boolean) => void
}
const PageKeysChoice = ({ isOn, onChoose }: PageKeysChoiceProps) => (
  <label className="flex min-h-6 w-fit items-center gap-2 text-13 text-text-2">
    <input type="checkbox" className="tick-box" checked={isOn} onChange={({ target }) => onChoose(target.checked)} />
    The keys work on the whole page, on the case that is marked at its edge
  </label>
)
