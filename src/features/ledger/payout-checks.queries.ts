import { sql } from 'kysely'
import type { Check } from './check.ts'

const UNDER_WAY: Check = {
  name: 'payouts',
  rule: 'What is put aside is what payouts that were not sent yet are, and what left us is what was sent and did not come back',
  broken: sql`
    select coalesce(owed.owner_id, due.creator_id)::text as what from (
        select account.owner_id, account.livemode, -sum(posting.amount) as amount from posting
          join ledger_account account on account.id = posting.account_id
         where account.kind = 'payout_reserved' group by account.owner_id, account.livemode) owed
      full join (
        select creator_id, livemode, sum(amount) as amount from payout
         where status in ('planned', 'sending') and transfer_id is null group by creator_id, livemode) due
        on due.creator_id = owed.owner_id and due.livemode = owed.livemode
     where coalesce(owed.amount, 0) <> coalesce(due.amount, 0)
    union all
    select payout.id::text from payout
      left join lateral (
        select sum(-posting.amount) as amount from journal join posting on posting.journal_id = journal.id
          join ledger_account account on account.id = posting.account_id and account.kind = 'processor_clearing'
         where journal.source_type = 'payout' and journal.source_id = payout.id) gone on true
     where coalesce(gone.amount, 0)
        <> case when transfer_id is not null and status in ('sending', 'paid') then payout.amount else 0 end`,
}

const AMOUNTS: Check = {
  name: 'amounts of payouts',
  rule: 'A payout takes its whole amount from what is available, and gives it back when it comes to nothing',
  broken: sql`
    select payout.id::text as what from payout
      left join lateral (
        select sum(posting.amount) as amount from journal join posting on posting.journal_id = journal.id
          join ledger_account account on account.id = posting.account_id and account.kind = 'creator_available'
           and account.owner_id = payout.creator_id
         where journal.source_type = 'payout' and journal.source_id = payout.id) taken on true
     where coalesce(taken.amount, 0) <> case when status in ('planned', 'sending', 'paid') then payout.amount else 0 end`,
}

// Postings are numbered under the lock of the books, so their order is that of the commits.
const AVAILABLE: Check = {
  name: 'money for payouts',
  rule: 'No payout was more than what was available when it was put aside',
  broken: sql`
    select journal.source_id::text as what from (
        select journal_id, sum(amount) over (partition by account_id order by posting.id) as after from posting
          join ledger_account account on account.id = account_id
         where account.kind = 'creator_available') balance
      join journal on journal.id = balance.journal_id
     where journal.kind = 'payout_reserved' and balance.after > 0`,
}

export const PAYOUT_CHECKS: readonly Check[] = [UNDER_WAY, AMOUNTS, AVAILABLE]
