-- A tag is among the words that a tool is found by, so that one index answers for words and tags together. No typed
-- word begins with a #.
update tool set search = search || array_to_tsvector(array(
  select '#' || tag.slug from tool_tag join tag on tag.id = tool_tag.tag_id where tool_tag.tool_id = tool.id));
