import type { DBSchema, IDBPDatabase, IDBPObjectStore } from 'idb'
import { JOURNAL_DB } from './left-here.ts'
import { chooseHistory, type LeftHistory } from './left-histories.ts'

/** Account, workflow or tool, page. */
type PageKey = [accountId: string, documentId: string, page: string]

interface JournalDb extends DBSchema {
  drafts: { key: PageKey; value: object }
  histories: { key: PageKey; value: Dated }
}

interface Dated {
  /** When somebody last did or undid something. */
  readonly changedAt: number
}

interface Remembered<Kept, Past> {
  /** Unsaved changes of pages that are gone. */
  readonly kept: readonly Kept[]
  readonly past: Past | undefined
}

/** `Kept`: what a page has not saved. `Past`: what could be undone. */
interface Journal<Kept extends object, Past extends Dated> {
  /** Writes what there is now; of several in short order the last one. */
  write(kept: Kept | null, past?: Past): void
  readonly remembered: Promise<Remembered<Kept, Past>>
  /** Forgets what it remembered, once that is part of what is written. */
  forget(kept: Kept): void
  /** Whether what was written last is there. */
  works(): boolean
  /** The same, once nothing is being written any more. */
  settled(): Promise<boolean>
  close(): void
}

const NOTHING = { kept: [], past: undefined }

async function open() {
  const { openDB } = await import('idb')
  return openDB<JournalDb>(JOURNAL_DB, 1, {
    upgrade(db) {
      db.createObjectStore('drafts')
      db.createObjectStore('histories')
    },
    // Whoever logs out in another tab deletes it all, and must not wait for this one.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  })
}

const lockName = (page: string) => `workflow-journal ${page}`
/** What a page has taken up of others it keeps beside its own until that is done with. */
const takenBy = (page: string, index: number) => `${page}+${index}`
const holderOf = (page: string) => page.split('+', 1)[0] ?? page

/** Pages that are still open: each holds a lock, which goes with it, however it goes. */
async function openPages(): Promise<ReadonlySet<string>> {
  const locks = await navigator.locks?.query()
  return new Set((locks?.held ?? []).map(({ name = '' }) => name))
}

/** The page that this tab showed of it before, and from now on this one: it is known again after a reload. */
function pageBefore([, documentId, page]: PageKey): string | null {
  const name = `${JOURNAL_DB} ${documentId}`
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
async function recallPast(
  histories: IDBPObjectStore<JournalDb, ('drafts' | 'histories')[], 'histories', 'readwrite'>,
  own: PageKey,
  others: ReadonlySet<string>,
): Promise<Dated | undefined> {
  const left: (LeftHistory & { readonly key: PageKey; readonly past: Dated })[] = []
  for (const key of await histories.getAllKeys()) {
    const [account, document, page]: readonly string[] = key
    const past = account === own[0] && document === own[1] ? await histories.get(key) : undefined
    // The key of a former version had no page.
    if (account !== own[0] || page === undefined) await histories.delete(key)
    else if (past !== undefined)
      left.push({ key, page, past, changedAt: past.changedAt, isOpen: others.has(lockName(page)) })
  }
  const { chosen, dropped } = chooseHistory(left, pageBefore(own))
  for (const { key } of dropped) await histories.delete(key)
  if (chosen !== undefined) await histories.put(chosen.past, own)
  return chosen?.past
}

async function recall<Kept extends object, Past extends Dated>(
  db: IDBPDatabase<JournalDb>,
  own: PageKey,
  places: Map<Kept, PageKey>,
): Promise<Remembered<Kept, Past>> {
  const [accountId, documentId, ownPage] = own
  const others = await openPages()
  const transaction = db.transaction(['drafts', 'histories'], 'readwrite')
  const drafts = transaction.objectStore('drafts')
  for (const key of await drafts.getAllKeys()) {
    const [account, document, page] = key
    // This browser is somebody else's now.
    if (account !== accountId) await drafts.delete(key)
    else if (document === documentId && !others.has(lockName(holderOf(page)))) {
      const found = (await drafts.get(key)) as Kept | undefined
      await drafts.delete(key)
      if (found === undefined) continue
      const place: PageKey = [accountId, documentId, takenBy(ownPage, places.size)]
      await drafts.put(found, place)
      places.set(found, place)
    }
  }
  const past = (await recallPast(transaction.objectStore('histories'), own, others)) as Past | undefined
  await transaction.done
  return { kept: [...places.keys()], past }
}

/**
 * What of a workflow or a tool is not saved yet, and what can be undone, in this browser: it outlives the page. Without
 * storage, as in some private windows, nothing is remembered and nothing else changes.
 */
function openJournal<Kept extends object, Past extends Dated>(
  accountId: string,
  documentId: string,
): Journal<Kept, Past> {
  const own: PageKey = [accountId, documentId, crypto.randomUUID()]
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
    db === undefined ? NOTHING : recall<Kept, Past>(db, own, places),
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
    write(kept, past) {
      next = async () => {
        const db = await database
        if (db === undefined) return
        const transaction = db.transaction(['drafts', 'histories'], 'readwrite')
        const drafts = transaction.objectStore('drafts')
        await Promise.all([
          kept === null ? drafts.delete(own) : drafts.put(kept, own),
          past && transaction.objectStore('histories').put(past, own),
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

/** What is under edit, as far as its keeper must know it. */
interface UnderEdit<Kept, Past> {
  /** Brings back what another page had not saved when it went. */
  readonly restore: (kept: Kept) => void
  /** Hears once, after that, what could be undone there, if anything. */
  readonly recall?: (past: Past | undefined) => void
  readonly isDirty: () => boolean
  /** Sends nothing by itself any more: the next page goes on with it. */
  readonly rest: () => void
}

/** Keeps one document in this browser for as long as its page remembers it. */
export function createKeeper<Kept extends object, Past extends Dated>(documentId: string) {
  let journal: Journal<Kept, Past> | undefined
  return {
    write: (kept: Kept | null, past?: Past) => journal?.write(kept, past),
    forget: (kept: Kept) => journal?.forget(kept),
    /** Whether what is not saved is still there when the page goes. */
    isKept: () => journal?.works() === true,
    /** The same, once it has been written down. */
    willBeKept: async () => (await journal?.settled()) === true,
    /** From now on what is not saved outlives the page; returns what ends it. */
    remember(accountId: string, { restore, recall: recallPast, isDirty, rest }: UnderEdit<Kept, Past>) {
      const opened = openJournal<Kept, Past>(accountId, documentId)
      let isOver = false
      void opened.remembered.then(({ kept, past }) => {
        if (isOver) return
        journal = opened
        for (const one of kept) restore(one)
        recallPast?.(past)
      })
      return () => {
        isOver = true
        journal = undefined
        opened.close()
        if (isDirty() && opened.works()) rest()
      }
    },
  }
}
