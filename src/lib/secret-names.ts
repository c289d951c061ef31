const HEADERS = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key'])
const WORDS = new Set(['password', 'passwd', 'passphrase', 'secret', 'token', 'credential', 'credentials'])
const PAIRS = new Set(['api key', 'private key', 'access key', 'signing key'])

/** "clientSecret", "client_secret" and "Client-Secret" are the words client, secret. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)

function decide(name: string): boolean {
  if (HEADERS.has(name.toLowerCase())) return true
  const words = wordsOf(name)
  return words.some((word, at) => WORDS.has(word) || word === 'apikey' || PAIRS.has(`${word} ${words[at + 1]}`))
}

const known = new Map<string, boolean>()
/**
 * Whether what stands under this name is a secret: the one rule for logs, copies and files. Names repeat from run to
 * run; deciding each once keeps the log off the hot path.
 */
export function isSecretName(name: string): boolean {
  const before = known.get(name)
  if (before !== undefined) return before
  const answer = decide(name)
  if (known.size < 5000) known.set(name, answer)
  return answer
}
