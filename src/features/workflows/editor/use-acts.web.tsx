import { type RefObject, Suspense, useEffect, useState } from 'react'
import { nextFree } from '#src/lib/graph/add.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { ancestorsOf, nodeById, reachableFrom } from '#src/lib/graph/order.ts'
import { isModalOpen } from '#src/ui/is-modal-open.ts'
import { isTextEditor } from '#src/ui/is-text-editor.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import type { CanvasControls } from './canvas/canvas-controls.ts'
import { ConnectDialog } from './connect-dialog.web.tsx'
import type { Draft } from './draft.ts'
import { FindDialog } from './find-dialog.web.tsx'
import { focusStep } from './focus-step.web.tsx'
import type { NodeTypes } from './graph-edit.ts'
import { type Direction, neighbour, rowBeside } from './neighbours.ts'
import { outlineOf } from './outline.ts'
import { type Gestures, stepInHand } from './use-gestures.web.tsx'
import type { Selection } from './use-selection.web.tsx'
import type { Acts } from './use-shortcuts.web.tsx'
import type { EditorView } from './use-view.web.tsx'

interface ActOptions {
  readonly draft: Draft
  readonly types: NodeTypes
  readonly selection: Selection
  readonly gestures: Gestures
  readonly view: EditorView | undefined
  readonly onView: (view: EditorView) => void
  /** Undefined while the canvas is not there. */
  readonly canvas: RefObject<CanvasControls | null>
  readonly onAdd: () => void
  readonly onRun: () => void
  readonly onSimulate: () => void
  readonly onPublish: () => void
}

const NEAR = 8
const FAR = 64
type Asking = 'connect' | 'find' | 'paste' | 'shortcuts'

const PasteDialog = lazyPart(async () => (await import('./paste-dialog.web.tsx')).PasteDialog)

/** Choosing steps by key. */
function choosingActs({ draft, selection, view }: ActOptions): Acts {
  const { ids, selectMany, open } = selection
  const graphNow = () => draft.getState().graph
  const go = (id: string | undefined) => {
    if (id === undefined) return
    selectMany([id])
    focusStep(id)
  }
  const arrow = (direction: Direction) => () => {
    const from = stepInHand(ids)
    if (from === undefined) return go(outlineOf(graphNow())[0]?.node.id)
    const isRow = view === 'outline' && (direction === 'above' || direction === 'below')
    go(isRow ? rowBeside(graphNow(), from, direction) : neighbour(graphNow(), from, direction))
  }
  const spread = (find: (graph: Graph, id: string) => ReadonlySet<string>) => () => {
    const id = stepInHand(ids)
    if (id !== undefined) selectMany([id, ...[...find(graphNow(), id)].filter((one) => one !== id)])
  }
  const withStep = (act: (id: string) => void) => () => {
    const id = stepInHand(ids)
    if (id !== undefined) act(id)
  }
  return {
    before: arrow('before'),
    after: arrow('after'),
    above: arrow('above'),
    below: arrow('below'),
    first: () => go(outlineOf(graphNow())[0]?.node.id),
    last: () => go(outlineOf(graphNow()).at(-1)?.node.id),
    all: () => selectMany(graphNow().nodes.map(({ id }) => id)),
    none: () => selectMany([]),
    upstream: spread(ancestorsOf),
    downstream: spread((graph, id) => reachableFrom(graph, [id])),
    toggle: withStep((id) => selectMany(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])),
    open: withStep((id) => open(id)),
    rename: withStep((id) => open(id, 'name')),
  }
}

/** Changing the graph by key. */
function changingActs({ selection, gestures, canvas, onAdd }: ActOptions): Acts {
  const { ids } = selection
  const inHand = () => {
    const id = stepInHand(ids)
    return ids.length > 1 && (id === undefined || ids.includes(id)) ? ids : id === undefined ? [] : [id]
  }
  const move = (x: number, y: number) => () => gestures.moveBy(inHand(), { x, y })
  const swap = (change: (id: string) => unknown) => () => {
    const [id] = inHand()
    if (id !== undefined) change(id)
  }
  // Text that somebody has marked is what they mean.
  const unlessText = (act: () => unknown) => () => (window.getSelection()?.isCollapsed === false ? false : act())
  return {
    add: onAdd,
    duplicate: () => gestures.duplicate(inHand()),
    copy: unlessText(() => void gestures.copy(inHand())),
    cut: unlessText(() => void gestures.cut(inHand())),
    remove: () => gestures.remove(inHand()),
    removeHealing: () => gestures.removeHealing(inHand()),
    toggleDisabled: () => gestures.toggleDisabled(inHand()),
    tidy: () => void gestures.tidy(ids.length > 1 ? ids : [], () => canvas.current?.glide()),
    moveUp: swap(gestures.moveUp),
    moveDown: swap(gestures.moveDown),
    moveLeft: move(-NEAR, 0),
    moveRight: move(NEAR, 0),
    moveUpwards: move(0, -NEAR),
    moveDownwards: move(0, NEAR),
    moveFarLeft: move(-FAR, 0),
    moveFarRight: move(FAR, 0),
    moveFarUp: move(0, -FAR),
    moveFarDown: move(0, FAR),
  }
}

const seeingActs = ({ canvas, selection: { ids }, onView }: ActOptions): Acts => ({
  zoomIn: () => canvas.current?.zoomIn(),
  zoomOut: () => canvas.current?.zoomOut(),
  zoomReset: () => canvas.current?.zoomReset(),
  fit: () => canvas.current?.show([]),
  fitChosen: () => canvas.current?.show(ids),
  map: () => canvas.current?.toggleMap(),
  canvas: () => onView('canvas'),
  outline: () => onView('outline'),
})

/** What follows is a task of its own, once what was done has been drawn. */
const nextFrame = () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)))

/** What each key does, and the dialogs that some of them open. */
export function useActs(options: ActOptions) {
  const { draft, types, selection, gestures, canvas, onRun, onSimulate, onPublish } = options
  const [asking, setAsking] = useState<{ readonly what: Asking; readonly id?: string }>()
  const close = () => setAsking(undefined)
  const askShortcuts = () => setAsking({ what: 'shortcuts' })
  const graph = draft.getState().graph
  const connect = (id: string | undefined) => {
    if (id !== undefined) setAsking({ what: 'connect', id })
  }
  const acts: Acts = {
    ...choosingActs(options),
    ...changingActs(options),
    ...seeingActs(options),
    connect: () => connect(stepInHand(selection.ids)),
    find: () => setAsking({ what: 'find' }),
    shortcuts: askShortcuts,
    undo: draft.undo,
    redo: draft.redo,
    save: () => void draft.flush(),
    run: onRun,
    simulate: onSimulate,
    publish: onPublish,
  }
  usePasting({ draft, gestures, canvas })
  const source = asking?.id === undefined ? undefined : nodeById(graph, asking.id)
  // One after the other: each takes long enough where a workflow is large, as does the end of the dialog, which makes
  // the whole page live again.
  const onFound = async (id: string) => {
    await nextFrame()
    selection.selectMany([id])
    await nextFrame()
    canvas.current?.center(id)
    focusStep(id)
  }
  return {
    acts,
    connect,
    askShortcuts,
    askPaste: () => setAsking({ what: 'paste' }),
    asking: asking?.what,
    close,
    dialogs: (
      <>
        {asking?.what === 'connect' && source !== undefined ? (
          <ConnectDialog {...{ graph, types, gestures }} node={source} onClose={close} />
        ) : null}
        {asking?.what === 'paste' ? (
          <Suspense fallback={null}>
            <PasteDialog onClose={close} onPaste={(text) => gestures.paste(text, placeFor({ canvas, draft }))} />
          </Suspense>
        ) : null}
        {asking?.what === 'find' ? (
          <FindDialog {...{ graph, types }} onFound={(id) => void onFound(id)} onClose={close} />
        ) : null}
      </>
    ),
  }
}

/** Where steps go that come as text. */
const placeFor = ({ canvas, draft }: Pick<ActOptions, 'draft' | 'canvas'>) =>
  canvas.current?.middle() ?? nextFree(draft.getState().graph)

/** Steps as text from anywhere: another tab, a message, a file. */
function usePasting({ draft, gestures, canvas }: Pick<ActOptions, 'draft' | 'gestures' | 'canvas'>): void {
  const { paste } = gestures
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body
      const isOurs = target === document.body || target.closest('[data-steps]') !== null
      if (!isOurs || isTextEditor(target) || isModalOpen()) return
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (text === '') return
      event.preventDefault()
      paste(text, placeFor({ canvas, draft }))
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [draft, paste, canvas])
}
