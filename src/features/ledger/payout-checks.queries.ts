import { sql } from 'kysely'

export const PAYOUT_CHECK = {
  name: 'payouts',
  rule: 'What is put aside is what payouts that were not sent yet are, and what left us is what was sent and did not come back',
  broken: sql<{ what: string }>`
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
