-- Since when the buyer has the code of the tool itself, by a clone or to run it in a browser: nobody gives that back.
alter table sale add column copied_at timestamptz;
