-- A decision stays when its author deletes the review that it was about, and with it the appeal; the text does not.
alter table moderation_case drop constraint moderation_case_review_id_fkey;
alter table moderation_case add constraint moderation_case_review_id_fkey
  foreign key (review_id) references review (id) on delete set null;

-- A trigger, because reviews also go with ratings and accounts.
create function leave_decisions_of_review() returns trigger language plpgsql as $$
begin
  -- Nobody has to decide about what is no longer there.
  delete from moderation_case where review_id = old.id and kind in ('review', 'reply') and closed_at is null;
  update moderation_case set subject = 'This text was deleted.' where review_id = old.id and kind = 'review';
  return old;
end $$;
create trigger review_leaves_decisions before delete on review
  for each row execute function leave_decisions_of_review();
