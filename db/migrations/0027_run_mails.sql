-- Mails that a step of somebody's workflow sends: to whom its owner wants, so nobody's preferences count.
alter table mail
  drop constraint mail_category_check,
  add constraint mail_category_check
    check (category in ('account', 'workflows', 'sales', 'community', 'product', 'run'));
create index mail_by_run_owner on mail (user_id, created_at) where category = 'run';
