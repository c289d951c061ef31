import { setTimeout as sleep } from 'node:timers/promises'
import type { OptionalCategory } from '#src/lib/mail-categories.ts'
import type { Signer } from '#src/server/crypto/signer.ts'
import type { Db } from '#src/server/database.ts'
import type { Logger } from '#src/server/log.ts'
import { afterFailedTry } from './after-failed-try.ts'
import {
  type ClaimedMail,
  claimMails,
  findRecipient,
  keepLocally,
  markFailed,
  markSent,
  postpone,
} from './mail.queries.ts'
import { type SendMail, toSendFailure } from './smtp.ts'
import { toUnsubscribeToken } from './unsubscribe-token.ts'

export interface MailSender {
  /** Gives the mails in hand a second, then lets go of them; another process sends them. */
  stop(): Promise<void>
}

interface MailSenderOptions {
  readonly db: Db
  readonly log: Logger
  readonly publicUrl: string
  readonly signer: Signer
  /** 'keep': there is no mail server, mails stay here for people to read. */
  readonly send: SendMail | 'keep'
  readonly everyMs?: number
}

const AT_ONCE = 5
const GRACE_MS = 1000

/** Looks for mails that are due, again and again; every process may do it. */
export function startMailSender(options: MailSenderOptions): MailSender {
  const { db, log, send, everyMs = 1000 } = options
  const stopping = new AbortController()
  const letGo = new AbortController()
  const round = send === 'keep' ? keepRound(db) : sendRound(options, send, letGo.signal)

  const loop = async () => {
    while (!stopping.signal.aborted) {
      const busy = await round().catch((err: unknown) => {
        if (!stopping.signal.aborted) log.warn({ err }, 'the mail outbox could not be read')
        return false
      })
      if (!busy) await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const ended = loop()
  return {
    async stop() {
      stopping.abort()
      const grace = setTimeout(() => letGo.abort(), GRACE_MS)
      await ended
      clearTimeout(grace)
    },
  }
}

/** Answers whether there may be more. */
type Round = () => Promise<boolean>

const keepRound =
  (db: Db): Round =>
  async () => {
    await keepLocally(db)
    return false
  }

/** Whose preferences count: nobody's for mails about the account itself, and for those that a run of its owner sends. */
function readerOf({ category, user_id }: ClaimedMail): { userId: string; category: OptionalCategory } | undefined {
  if (user_id === null || category === 'account' || category === 'run') return undefined
  return { userId: user_id, category: category as OptionalCategory }
}

function sendRound({ db, log, publicUrl, signer }: MailSenderOptions, send: SendMail, letGo: AbortSignal): Round {
  const unsubscribeUrl = (userId: string, category: OptionalCategory) =>
    `${publicUrl}/api/unsubscribe/${toUnsubscribeToken(signer, { userId, category })}`

  const deliver = async (mail: ClaimedMail): Promise<void> => {
    const reader = readerOf(mail)
    // A mail may have waited for a day, and its reader may have had enough meanwhile.
    if (reader !== undefined && (await findRecipient(db, reader)) === undefined)
      return void (await markFailed(db, mail.id, 'No longer wanted'))
    const outgoing = {
      ...{ id: mail.id, to: mail.to_address, replyTo: mail.reply_to, subject: mail.subject },
      ...{ text: mail.text_body, html: mail.html_body },
      unsubscribeUrl: reader === undefined ? null : unsubscribeUrl(reader.userId, reader.category),
    }
    try {
      await send(outgoing, letGo)
    } catch (error) {
      return afterError(mail, error)
    }
    await markSent(db, mail.id)
  }
  const afterError = async (mail: ClaimedMail, error: unknown): Promise<void> => {
    const now = new Date()
    if (letGo.aborted) return void (await postpone(db, mail.id, { at: now, reason: 'The process was stopped' }))
    const failure = toSendFailure(error)
    const decision = afterFailedTry(failure, { attempts: mail.attempts, createdAt: mail.created_at }, now)
    log.warn({ mailId: mail.id, attempt: mail.attempts, decision }, 'a mail could not be sent')
    if (decision.do === 'fail') await markFailed(db, mail.id, decision.reason)
    else await postpone(db, mail.id, decision)
  }

  return async () => {
    const mails = await claimMails(db, AT_ONCE)
    await Promise.all(mails.map(deliver))
    return mails.length === AT_ONCE
  }
}
