-- By what its event, or whoever started it, calls the run: an order number, a delivery.
alter table execution add column key text check (char_length(key) between 1 and 200);
create index execution_key on execution (workflow_id, key, created_at desc, id desc) where key is not null;
create index execution_status on execution (workflow_id, status, created_at desc, id desc);

-- What a search for failures looks through. The workflow is a word too, so that the words of other accounts cost nothing.
-- Never fails: it runs inside the statement that ends a run, and an error may hold what is no text, such as \u0000.
create function error_words(workflow_id uuid, error json) returns tsvector language plpgsql immutable parallel safe as $$
begin
  return array_to_tsvector(array['#' || workflow_id]) || to_tsvector('simple', regexp_replace(
    lower(left(concat_ws(' ', error ->> 'code', error ->> 'message'), 2000)), '[^[:alnum:]]+', ' ', 'g'));
exception when others then
  return array_to_tsvector(array['#' || workflow_id]);
end $$;

-- Each word of the text as the beginning of one of the error's, in any order; null for a text without words.
create function error_query(workflow_id uuid, wanted text) returns tsquery language sql immutable parallel safe as $$
  select to_tsquery('simple', string_agg(word || ':*', ' & ')) && ('''#' || workflow_id || '''')::tsquery
    from regexp_split_to_table(lower(wanted), '[^[:alnum:]]+') as word where word <> ''
$$;

create index execution_error_words on execution using gin (error_words(workflow_id, error)) where status = 'failed';
