import sax from 'sax'
import type { JsonObject } from '#src/sdk/json.ts'
import { NodeError } from '#src/sdk/node-error.ts'

/** One entry of a feed, whatever its format calls these; empty where it says nothing. */
interface Entry {
  id: string
  title: string
  link: string
  summary: string
  content: string
  author: string
  /** As the feed has it. */
  date: string
  categories: string[]
}

type TextField = Exclude<keyof Entry, 'categories'>

/** RSS 0.91 to 2.0, RSS 1.0 with Dublin Core, Atom. The first that says something counts. */
const FIELDS: Readonly<Record<string, TextField>> = {
  ...{ guid: 'id', id: 'id', title: 'title', link: 'link' },
  ...{ description: 'summary', summary: 'summary', 'content:encoded': 'content', content: 'content' },
  ...{ author: 'author', 'dc:creator': 'author' },
  ...{ pubdate: 'date', 'dc:date': 'date', updated: 'date' },
}
const ENTRIES: ReadonlySet<string> = new Set(['item', 'entry'])
const ROOTS: ReadonlySet<string> = new Set(['rss', 'feed', 'rdf:rdf'])

const refused = (message: string) => new NodeError({ code: 'INVALID_RESPONSE', message, permanent: true })
const noFeed = () => refused('The answer is no RSS or Atom feed')

/** An entry without a time that can be read has none. */
function isoOf(date: string): string | null {
  const at = Date.parse(date)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

const toItem = ({ date, id, ...entry }: Entry): JsonObject => ({
  id: id || entry.link || entry.title,
  ...entry,
  publishedAt: isoOf(date),
})

const newEntry = (): Entry => ({
  ...{ id: '', title: '', link: '', summary: '', content: '', author: '', date: '' },
  categories: [],
})

/** Reads what stands inside entries, by the names of elements; everything else is passed over. */
class Reader {
  readonly entries: Entry[] = []
  /** Names of the elements that are open. */
  readonly #open: string[] = []
  #entry: Entry | undefined
  /** How many elements were open when the entry began. */
  #depth = 0
  #text = ''

  begin(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#open.length === 0 && !ROOTS.has(name)) throw noFeed()
    this.#open.push(name)
    if (this.#entry === undefined && ENTRIES.has(name)) {
      this.#entry = newEntry()
      this.#depth = this.#open.length
    } else if (this.#entry !== undefined && this.#open.length === this.#depth + 1) {
      this.#text = ''
      const { href, rel = 'alternate', term } = attributes
      if (name === 'link' && href !== undefined && rel === 'alternate') this.#entry.link ||= href.trim()
      if (name === 'category' && term !== undefined) this.#entry.categories.push(term.trim())
    } else if (this.#isName(name)) this.#text = ''
  }

  text(more: string): void {
    if (this.#entry !== undefined) this.#text += more
  }

  end(): void {
    const name = this.#open.pop() ?? ''
    const entry = this.#entry
    if (entry === undefined) return
    if (this.#isName(name)) entry.author ||= this.#text.trim()
    else if (this.#open.length === this.#depth) this.#keep(entry, name, this.#text.trim())
    else if (this.#open.length < this.#depth) {
      this.entries.push(entry)
      this.#entry = undefined
    }
  }

  /** Atom says more than the name of an author. */
  #isName = (name: string) => name === 'name' && this.#open.includes('author')

  #keep(entry: Entry, name: string, text: string): void {
    const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined
    // When it appeared stays the same, when it was changed does not.
    if (name === 'published') entry.date = text
    else if (field !== undefined) entry[field] ||= text
    else if (name === 'category' && text !== '') entry.categories.push(text)
  }
}

/** An attribute is more than its text only where namespaces are asked for. */
const textsOf = (attributes: Readonly<Record<string, string | { readonly value: string }>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, given]) => [name, typeof given === 'string' ? given : given.value]),
  )

/** The entries of an RSS or Atom feed, in its order. Entities that a document defines itself are not expanded. */
export function feedEntries(body: string): JsonObject[] {
  const reader = new Reader()
  const parser = sax.parser(true)
  parser.onopentag = ({ name, attributes }) => reader.begin(name.toLowerCase(), textsOf(attributes))
  parser.onclosetag = () => reader.end()
  parser.ontext = (text) => reader.text(text)
  parser.oncdata = (text) => reader.text(text)
  parser.onerror = ({ message }) => {
    throw refused(`The answer is not well-formed XML: ${message.split('\n')[0]}`)
  }
  if (!body.trimStart().startsWith('<')) throw noFeed()
  parser.write(body.trimStart()).close()
  return reader.entries.map(toItem)
}
