import { repeat } from '#src/engine/repeat.ts'
import type { Db } from '#src/server/database.ts'
import type { Logger } from '#src/server/log.ts'
import type { QueueMail } from '#src/server/mail/queue-mail.ts'
import { notify } from '#src/server/notifications/notify.queries.ts'
import { alertText } from './alert-words.ts'
import { workflowAlert } from './alerts.mails.ts'
import { changedRules, isElected, markSeen, setFiring, type WatchedRule } from './alerts.queries.ts'

export interface AlertsDeps {
  readonly db: Db
  readonly queueMail: QueueMail
}

const EVERY_MS = 15_000

/** Looks at every rule and tells of what has changed; all of it is committed together or not at all. */
export const checkAlerts = ({ db, queueMail }: AlertsDeps, now: Date): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    if (!(await isElected(transaction))) return
    for (const rule of await changedRules(transaction, now)) {
      if (rule.holds) await tell(transaction, queueMail, rule)
      else await markSeen(transaction, rule.owner_id, addressOf(rule))
      await setFiring(transaction, rule, rule.holds ? now : null)
    }
  })

const addressOf = ({ workflow_id, kind }: WatchedRule) => `/workflows/${workflow_id}/analytics#alert-${kind}`

async function tell(transaction: Db, queueMail: QueueMail, rule: WatchedRule): Promise<void> {
  const { owner_id: userId, workflow_name: workflow, kind, threshold } = rule
  const what = alertText(kind, threshold)
  const href = addressOf(rule)
  await notify(transaction, {
    userId,
    kind: 'workflow.alert',
    title: `“${workflow.slice(0, 150)}” needs a look`,
    body: what,
    href,
  })
  if (rule.by_mail) await queueMail(transaction, workflowAlert, { userId }, { workflow, what, path: href })
}

/** Goes on for as long as the process runs. Returns the way to end it. */
export const startAlerts = ({ log, ...deps }: AlertsDeps & { readonly log: Logger }): (() => Promise<void>) =>
  repeat('Checking alert rules', EVERY_MS, () => checkAlerts(deps, new Date()), log)
