import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { HINT_WORDS } from '#src/features/first-look/first-look.schema.ts'
import { pathOfRun } from '#src/features/reports/reported-run.ts'
import { RunText } from '#src/features/reports/run-field.web.tsx'
import { REPORT_REASON_WORDS } from '#src/lib/report-reasons.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import { DECISIONS, isSecondLook, needsReason } from './decisions.ts'
import { DisputeFacts } from './dispute-facts.web.tsx'
import { fromSubject } from './listing-subject.ts'
import type { Decision, ModerationCase } from './moderation.schema.ts'
import { WholeVersions } from './whole-version.web.tsx'
import { DECIDED_WORDS, DECISION_WORDS, HOLD_WORDS, KIND_WORDS, nameOf, outcomeWords, STATUS_WORDS } from './words.ts'

interface CaseItemProps {
  readonly about: ModerationCase
  /** What single keys mean. */
  readonly isCurrent: boolean
  readonly isMarked: boolean
  readonly isCodeOpen: boolean
  readonly onMark: () => void
  readonly onCode: () => void
  readonly onDecide: (decision: Decision) => void
  readonly onClaim: () => void
  readonly onReopen: () => void
}

const isOverdue = ({ dueAt, closed }: ModerationCase) => closed === null && new Date(dueAt).getTime() < Date.now()

export function CaseItem(props: CaseItemProps) {
  const { about, isCurrent, isMarked, isCodeOpen, onMark, onCode, onDecide, onClaim, onReopen } = props
  const {
    id,
    kind,
    tool,
    person,
    closed,
    claimedBy,
    subject,
    stars,
    shown,
    hints,
    reports,
    appealed,
    dispute,
    earlier,
  } = about
  return (
    <li
      className={classNames(
        'flex flex-col gap-3 p-4 [overflow-wrap:anywhere]',
        isCurrent && 'shadow-[inset_3px_0_var(--accent)] forced-colors:outline-2',
      )}
      aria-current={isCurrent || undefined}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {closed === null ? (
          <label className="grid size-6 place-items-center pointer-coarse:size-11">
            <input
              type="checkbox"
              className="tick-box"
              checked={isMarked}
              onChange={onMark}
              aria-label={`Mark: ${KIND_WORDS[kind]}, ${nameOf(about)}`}
            />
          </label>
        ) : null}
        <Badge kind={kind === 'report' || isSecondLook(kind) || hints.length > 0 ? 'accent' : 'neutral'}>
          {KIND_WORDS[kind]}
        </Badge>
        <Link
          to={tool === null ? '/admin/people' : `/fxn/${tool.slug}`}
          data-row-focus=""
          className="min-h-6 rounded-4 text-14 leading-6 font-medium hover:text-accent-text hover:underline"
        >
          {nameOf(about)}
        </Link>
        {tool === null || tool.status === 'published' ? null : <Badge kind="bad">{STATUS_WORDS[tool.status]}</Badge>}
        {isOverdue(about) ? <Badge kind="bad">Overdue</Badge> : null}
        {claimedBy === null ? null : <Badge kind="warn">Taken by {claimedBy.name}</Badge>}
        {closed === null ? null : <Badge>{DECIDED_WORDS[closed.decision]}</Badge>}
      </div>
      <p className="meta-line">
        {person === null ? 'by nobody who is here' : `by ${person.name}`} · opened <TimeAgo at={about.openedAt} />
        {closed === null ? (
          <>
            {' · due '}
            <TimeAgo at={about.dueAt} />
          </>
        ) : (
          <>
            {closed.decision === 'lapse' ? ' · closed ' : ` · decided by ${closed.by ?? 'somebody who has left'} `}
            <TimeAgo at={closed.at} />
          </>
        )}
      </p>
      {tool === null || tool.heldOtherwise.length === 0 ? null : (
        <p className="text-14 text-text-2">
          Whatever you decide here, the tool stays out of sight for{' '}
          {[...new Set(tool.heldOtherwise.map((cause) => HOLD_WORDS[cause]))].join(' and ')}.
        </p>
      )}
      {hints.length === 0 ? null : <Hints hints={hints} />}
      {kind === 'tool' ? (
        <Listing subject={subject} isCodeOpen={isCodeOpen} onCode={onCode} />
      ) : (
        <Quoted
          label={isSecondLook(kind) ? 'What they say' : stars === null ? 'Text' : `Text, with ${stars} of 5 stars`}
        >
          {subject}
        </Quoted>
      )}
      {tool === null || kind === 'review' || kind === 'reply' ? null : <WholeVersions id={id} />}
      {shown === null ? null : <Quoted label="Shown meanwhile">{shown}</Quoted>}
      {appealed === null ? null : (
        <Quoted label="Decision appealed against">
          {`${DECIDED_WORDS[appealed.decision]}${appealed.ground === null ? '' : ` (${REPORT_REASON_WORDS[appealed.ground]})`}: ${appealed.reason}\n\n${appealed.subject}`}
        </Quoted>
      )}
      <Earlier earlier={earlier} />
      {tool === null || reports.length === 0 ? null : <Reports reports={reports} slug={tool.slug} />}
      {dispute === null ? null : <DisputeFacts dispute={dispute} />}
      {closed === null || closed.reason === '' ? null : <Quoted label="Reason">{closed.reason}</Quoted>}
      <div className="flex flex-wrap gap-2">
        {closed === null ? (
          <>
            {DECISIONS[kind].map((decision) => (
              <Button key={decision} size="dense" aria-describedby={`case-${id}`} onClick={() => onDecide(decision)}>
                {DECISION_WORDS[decision]}
                {needsReason(decision) ? '…' : ''}
              </Button>
            ))}
            <Button size="dense" variant="ghost" onClick={onClaim}>
              {claimedBy === null ? 'Take' : 'Give back'}
            </Button>
          </>
        ) : tool === null ? null : (
          <Button size="dense" onClick={onReopen}>
            Open again
          </Button>
        )}
        <span id={`case-${id}`} hidden>
          {KIND_WORDS[kind]}, {nameOf(about)}
        </span>
      </div>
    </li>
  )
}

const Earlier = ({ earlier }: Pick<ModerationCase, 'earlier'>) =>
  earlier.map(({ decision, ground, reason, decidedAt, appeal }) => (
    <Quoted key={decidedAt} label="Decided before it was opened again">
      {DECIDED_WORDS[decision]}
      {ground === null ? '' : ` (${REPORT_REASON_WORDS[ground]})`}
      {reason === '' ? '' : `: ${reason}`}
      {appeal === null ? '' : `\n\nAppeal: ${appeal.text}\n${outcomeWords(appeal.outcome)}`}
    </Quoted>
  ))

const Quoted = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="border-s-2 border-line ps-3">
    <p className="eyebrow">{label}</p>
    <p dir="auto" className="max-w-3xl text-14 whitespace-pre-line">
      {children}
    </p>
  </div>
)

/** What a first look noticed: something to look at, and perhaps nothing. */
const Hints = ({ hints }: Pick<ModerationCase, 'hints'>) => (
  <ul aria-label="Hints of the first look" className="flex flex-col gap-1 rounded-6 bg-warn-soft px-3 py-2 text-14">
    {hints.map(({ kind, where, excerpt, versions = [] }) => (
      <li key={`${kind} ${where} ${excerpt}`}>
        <strong className="font-medium">{HINT_WORDS[kind]}</strong>{' '}
        <span className="text-text-2">
          in {where}
          {versions.length === 0 ? '' : `, version ${versions.join(', ')}`}:{' '}
          <code className="font-mono text-13">{excerpt}</code>
        </span>
      </li>
    ))}
  </ul>
)

/** The words of a listing, and its code for those who open it. */
interface ListingProps {
  readonly subject: string
  readonly isCodeOpen: boolean
  readonly onCode: () => void
}
function Listing({ subject, isCodeOpen, onCode }: ListingProps) {
  const { words, code } = fromSubject(subject)
  return (
    <>
      <Quoted label="Listing">{words}</Quoted>
      {code === '' ? null : (
        <details
          open={isCodeOpen}
          onToggle={({ currentTarget }) => {
            if (currentTarget.open !== isCodeOpen) onCode()
          }}
          className="max-w-3xl"
        >
          <summary className="min-h-6 w-fit text-14 text-accent-text">Code</summary>
          <pre dir="ltr" className="mt-2 rounded-6 bg-sunken p-3 font-mono text-13 whitespace-pre-wrap">
            {code}
          </pre>
        </details>
      )}
    </>
  )
}

const Reports = ({ reports, slug }: Pick<ModerationCase, 'reports'> & { readonly slug: string }) => (
  <ul aria-label="Reports" className="flex flex-col gap-2">
    {reports.map(({ reference, reason, details, run, reporter, createdAt }) => (
      <li key={reference} className="rounded-6 bg-sunken px-3 py-2 text-14">
        <p className="flex flex-wrap items-center gap-x-2">
          <strong className="font-medium">{REPORT_REASON_WORDS[reason]}</strong>
          <span className="meta-line">
            {reference} · {reporter ?? 'not named'} · <TimeAgo at={createdAt} />
          </span>
        </p>
        {details === '' ? null : (
          <p dir="auto" className="whitespace-pre-line">
            {details}
          </p>
        )}
        {run === null ? null : (
          <div className="mt-2 flex flex-col gap-2">
            <RunText run={run} />
            <Link to={pathOfRun(slug, run)} className="min-h-6 w-fit text-accent-text hover:underline">
              Open with these inputs
            </Link>
          </div>
        )}
      </li>
    ))}
  </ul>
)
