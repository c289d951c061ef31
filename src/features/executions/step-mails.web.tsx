import type { ExecutionStep } from './executions.schema.ts'
import { mailText } from './run-words.ts'

/** What became of the mails of a step: the step is done when they are in the outbox. */
export function StepMails({ mails = [] }: Pick<ExecutionStep, 'mails'>) {
  if (mails.length === 0) return null
  return (
    <ul aria-label="What became of its mails" className="flex flex-col gap-1 text-14">
      {mails.map((mail) => (
        <li key={mail.to} className="flex flex-wrap gap-x-2 [overflow-wrap:anywhere]">
          <bdi>{mail.to}</bdi>
          <span className={mail.state === 'refused' ? 'text-bad' : 'text-text-2'}>{mailText(mail)}</span>
        </li>
      ))}
    </ul>
  )
}
