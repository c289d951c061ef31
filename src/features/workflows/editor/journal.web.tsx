import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb'
import { JOURNAL_DB } from '#src/client/left-here.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { History } from '#src/lib/graph/history.ts'
import type { Kept } from './draft.ts'
import { chooseHistory, type LeftHistory } from './left-histories.ts'

/** Account, workflow, page. */
type PageKey = [accountId: string, workflowId: string, page: string]

interface JournalDb extends DBSchema {
  drafts: { key: PageKey; value: Kept }
  histories: { key: PageKey; value: KeptHistory }
}

interface KeptHistory {
  readonly history: History
  /** What it leads to. */
  readonly graph: Graph
}

interface Remembered {
  /** Unsaved changes of pages that are gone. */
  readonly kept: readonly Kept[]
  readonly history: History | undefined
  /** What the history leads to. */
  readonly graph: Graph | undefined
}

export interface Journal {
  /** Writes what there is now; of several in short order the last one. */
  write(kept: Kept | null, history: History, graph: Graph): void
  readonly remembered: Promise<Remembered>
  /** Forgets what it remembered, once that is part of what is written. */
  forget(kept: Kept): void
  /** Whether what was written last is there. */
  works(): boolean
  /** The same, once nothing is being written any more. */
  settled(): Promise<boolean>
  close(): void
}

const NOTHING: Remembered = { kept: [], history: undefined, graph: undefined }

const open = () =>
  openDB<JournalDb>(JOURNAL_DB, 1, {
    upgrade(db) {
      db.createObjectStore('drafts')
      db.createObjectStore('histories')
    },
    // Whoever logs out in another tab deletes it all, and must not wait for this one.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  })

const lockName = (page: string) => `workflow-journal ${page}`
/** What a page has taken up of others it keeps beside its own until that is done with. */
const takenBy = (page: string, index: number) => `${page}+${index}`
const holderOf = (page: string) => page.split('+', 1)[0] ?? page

/** Pages that are still open: each holds a lock, which goes with it, however it goes. */
async function openPages(): Promise<ReadonlySet<string>> {
  const locks = await navigator.locks?.query()
  return new Set((locks?.held ?? []).map(({ name = '' }) => name))
}

/** The page that this tab showed of a workflow before, and from now on this one: it is known again after a reload. */
function pageBefore([, workflowId, page]: PageKey): string | null {
  const name = `${JOURNAL_DB} ${workflowId}`
  try {
    const before = sessionStorage.getItem(name)
    sessionStorage.setItem(name, page)
    return before
  } catch {
    // Without storage no tab is known again.
    return null
  }
}

/** Each page has a history of its own: what one has heard of another's changes must not take the place of theirs. */
async function recallHistory(
  histories: IDBPObjectStore<JournalDb, ('drafts' | 'histories')[], 'histories', 'readwrite'>,
  own: PageKey,
  others: ReadonlySet<string>,
): Promise<KeptHistory | undefined> {
  const left: (KeptHistory & LeftHistory & { readonly key: PageKey })[] = []
  for (const key of await histories.getAllKeys()) {
    const [account, workflow, page] = key
    const found = account === own[0] && workflow === own[1] ? await histories.get(key) : undefined
    if (account !== own[0]) await histories.delete(key)
    else if (found !== undefined) left.push({ ...found, key, page, isOpen: others.has(lockName(page)) })
  }
  const { chosen, dropped } = chooseHistory(left, pageBefore(own))
  for (const { key } of dropped) await histories.delete(key)
  if (chosen === undefined) return undefined
  const { history, graph } = chosen
  await histories.put({ history, graph }, own)
  return { history, graph }
}

async function recall(db: IDBPDatabase<JournalDb>, own: PageKey, places: Map<Kept, PageKey>): Promise<Remembered> {
  const [accountId, workflowId, ownPage] = own
  const others = await openPages()
  const transaction = db.transaction(['drafts', 'histories'], 'readwrite')
  const drafts = transaction.objectStore('drafts')
  for (const key of await drafts.getAllKeys()) {
    const [account, workflow, page] = key
    // This browser is somebody else's now.
    if (account !== accountId) await drafts.delete(key)
    else if (workflow === workflowId && !others.has(lockName(holderOf(page)))) {
      const found = await drafts.get(key)
      await drafts.delete(key)
      if (found === undefined) continue
      const place: PageKey = [accountId, workflowId, takenBy(ownPage, places.size)]
      await drafts.put(found, place)
      places.set(found, place)
    }
  }
  const known = await recallHistory(transaction.objectStore('histories'), own, others)
  await transaction.done
  return { kept: [...places.keys()], history: known?.history, graph: known?.graph }
}

/**
 * What of a workflow is not saved yet, and what can be undone, in this browser: it outlives the page. Without storage,
 * as in some private windows, nothing is remembered and nothing else changes.
 */
export function openJournal(accountId: string, workflowId: string): Journal {
  const own: PageKey = [accountId, workflowId, crypto.randomUUID()]
  let leave = () => {}
  const left = new Promise<void>((resolve) => {
    leave = resolve
  })
  const isHeld = new Promise<void>((resolve) => {
    if (!('locks' in navigator)) return resolve()
    void navigator.locks.request(lockName(own[2]), () => {
      resolve()
      return left
    })
  })
  const database = open().catch(() => undefined)
  const places = new Map<Kept, PageKey>()
  const remembered = Promise.all([database, isHeld]).then(([db]) =>
    db === undefined ? NOTHING : recall(db, own, places),
  )
  let next: (() => Promise<void>) | undefined
  let writing: Promise<void> | undefined
  let works = false

  async function writeAll(): Promise<void> {
    await remembered
    for (let write = next; write !== undefined; write = next) {
      next = undefined
      await write()
    }
  }

  return {
    remembered: remembered.catch(() => NOTHING),
    forget(kept) {
      const place = places.get(kept)
      places.delete(kept)
      // It is part of what is being written just now.
      if (place !== undefined)
        void Promise.all([database, writing])
          .then(([db]) => db?.delete('drafts', place))
          .catch(() => undefined)
    },
    works: () => works,
    write(kept, history, graph) {
      next = async () => {
        const db = await database
        if (db === undefined) return
        const transaction = db.transaction(['drafts', 'histories'], 'readwrite')
        const drafts = transaction.objectStore('drafts')
        await Promise.all([
          kept === null ? drafts.delete(own) : drafts.put(kept, own),
          transaction.objectStore('histories').put({ history, graph }, own),
          transaction.done,
        ])
        works = true
      }
      works = false
      // Full, or deleted because the person has logged out: the page itself still has it all.
      writing ??= writeAll()
        .catch(() => undefined)
        .finally(() => {
          writing = undefined
        })
    },
    async settled() {
      await writing
      return works
    },
    close() {
      // What was changed last must be there before another page takes it up.
      void Promise.all([database, writing]).then(([db]) => {
        leave()
        db?.close()
      })
    },
  }
}
