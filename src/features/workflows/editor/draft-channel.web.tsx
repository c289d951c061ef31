/** Pages of one browser tell each other of what they have saved. */
const CHANNEL = 'workflow-drafts'

interface SavedDraft {
  readonly id: string
  readonly revision: number
}

const open = () => (typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL))

/** Also other parts of this page hear it. */
export function tellSaved(saved: SavedDraft): void {
  const channel = open()
  channel?.postMessage(saved)
  channel?.close()
}

export function onSaved(hear: (saved: SavedDraft) => void): () => void {
  const channel = open()
  const listen = ({ data }: MessageEvent<SavedDraft>) => hear(data)
  channel?.addEventListener('message', listen)
  return () => channel?.close()
}
