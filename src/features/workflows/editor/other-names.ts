/** What people call steps who know other editors, and what they do, by type. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  ai: 'llm gpt openai chat prompt model agent',
  approval: 'human review confirm decision sign off',
  code: 'javascript js script function snippet',
  error: 'failure catch exception',
  feed: 'rss atom news poll watch',
  filter: 'where keep remove',
  form: 'survey questionnaire page',
  http: 'api fetch request rest curl url get post call',
  if: 'branch condition compare decide',
  loop: 'iterate repeat each batch split',
  mail: 'email e mail send smtp message notify',
  manual: 'button start test',
  merge: 'join combine wait all',
  note: 'sticky comment remark text',
  respond: 'reply answer return response',
  schedule: 'cron timer clock every daily interval',
  set: 'edit fields values transform map variable',
  stop: 'end exit terminate fail',
  switch: 'branch route router case',
  tool: 'calculator converter',
  wait: 'delay sleep pause timer until',
  webhook: 'http trigger callback incoming api call',
  workflow: 'subworkflow sub call execute child',
}

export const otherNamesOf = (type: string): readonly string[] => OTHER_NAMES[type]?.split(' ') ?? []
