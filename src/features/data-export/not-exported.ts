/** Tables about a person that no export holds, and why. */
export const NOT_EXPORTED: Readonly<Record<string, string>> = {
  sign_in_challenge: 'half of a sign-in, five minutes old at most',
  provider_visit: 'half of a sign-in, ten minutes old at most',
  email_token: 'hashes of links in mails',
  data_export: 'the export itself',
  tool_person: 'days of the runs that are exported',
  execution_size: 'how large the runs are that are exported',
  execution_room: 'runs that wait for memory for a moment, of those that are exported',
  account_place: 'how many runs may be at work for a moment, of those that are exported',
  featured_tool: 'choices of the people who run this place',
}
