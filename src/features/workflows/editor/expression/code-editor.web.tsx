import {
  autocompletion,
  type CompletionContext,
  closeCompletion,
  completionKeymap,
  startCompletion,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorState, type Extension, type Range, type TransactionSpec } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  type KeyBinding,
  keymap,
  placeholder,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import { overwriting } from '#src/client/code-overwriting.ts'
import { pageNonce } from '#src/client/page-nonce.ts'
import { expressionStart, hasOpenBrace, type Suggestion, type Suggestions } from './complete.ts'
import { strokesOf } from './paint.ts'
import type { Remark } from './try-expression.ts'

export interface CodeEditorOptions {
  readonly parent: HTMLElement
  readonly text: string
  readonly attributes: Readonly<Record<string, string>>
  readonly placeholder: string
  /** A line break ends nothing and is not kept. */
  readonly oneLine: boolean
  readonly extensions?: readonly Extension[]
  readonly suggest: (text: string, at: number) => Suggestions | undefined
  readonly onChange: (text: string) => void
  readonly onFocus: () => void
  readonly onBlur: () => void
}

export interface CodeEditor {
  readonly view: EditorView
  setText(text: string): void
  setAttributes(attributes: Readonly<Record<string, string>>): void
  setRemarks(remarks: readonly Remark[]): void
  destroy(): void
}

/** A field for text with expressions: pills that stay text, suggestions, and underlined mistakes. */
export function createCodeEditor(options: CodeEditorOptions): CodeEditor {
  const attributes = new Compartment()
  const attributesOf = (given: Readonly<Record<string, string>>) => EditorView.contentAttributes.of({ ...given })
  const view = new EditorView({
    parent: options.parent,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        EditorView.cspNonce.of(pageNonce()),
        attributes.of(attributesOf(options.attributes)),
        options.placeholder === '' ? [] : placeholder(options.placeholder),
        options.oneLine ? keepOneLine : [],
        history(),
        pills,
        braces,
        overwriting,
        oneDot(options.suggest),
        autocompletion({
          interactionDelay: 0,
          override: [suggestionsOf(options.suggest)],
          icons: false,
          aboveCursor: false,
        }),
        keymap.of([
          leavingList,
          ...completionKeymap,
          ...historyKeymap,
          ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'),
        ]),
        EditorView.lineWrapping,
        look,
        ...(options.extensions ?? []),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) options.onChange(update.state.doc.toString())
          if (update.focusChanged) (update.view.hasFocus ? options.onFocus : options.onBlur)()
        }),
      ],
    }),
  })
  return {
    view,
    setText(text) {
      const now = view.state.doc.toString()
      if (now !== text) view.dispatch({ changes: { from: 0, to: now.length, insert: text } })
    },
    setAttributes: (given) => view.dispatch({ effects: attributes.reconfigure(attributesOf(given)) }),
    setRemarks(remarks) {
      const end = view.state.doc.length
      const marks = remarks.map(({ severity, message, from, to }) => ({
        ...{ message, from: Math.min(from, end), to: Math.min(Math.max(to, from), end) },
        severity: severity === 'error' ? ('error' as const) : ('warning' as const),
      }))
      view.dispatch(setDiagnostics(view.state, marks))
    },
    destroy: () => view.destroy(),
  }
}

/** A list of suggestions scrolls, so Chromium would stop at it on the way to the next field. */
const leavingList: KeyBinding = {
  key: 'Tab',
  run: (view) => closeCompletion(view) && false,
  shift: (view) => closeCompletion(view) && false,
}

const keepOneLine = EditorState.transactionFilter.of((transaction) => {
  if (transaction.newDoc.lines === 1) return transaction
  const text = transaction.newDoc.toString()
  const breaks = [...text.matchAll(/\n/g)].map(({ index }) => ({ from: index, to: index + 1, insert: ' ' }))
  return [transaction, { changes: breaks, sequential: true }]
})

const suggestionsOf = (suggest: CodeEditorOptions['suggest']) => (context: CompletionContext) => {
  const found = suggest(context.state.doc.toString(), context.pos)
  if (found === undefined) return null
  const before = context.state.sliceDoc(0, context.pos)
  if (!context.explicit && found.from === context.pos && !/(\.|\{\{\s*)$/.test(before)) return null
  return {
    from: found.from,
    validFor: /^\w*$/,
    options: found.options.map((one, at) => ({
      ...{
        label: one.label,
        detail: one.detail,
        apply: applied(one),
        boost: one.isFunction ? -50 : 50 - Math.min(at, 49),
      },
      ...(one.info !== undefined && { info: one.info }),
    })),
  }
}

/** A suggestion that goes on ends with a dot: whoever types one as well means the same. */
const oneDot = (suggest: CodeEditorOptions['suggest']) =>
  EditorView.inputHandler.of(
    (view, from, to, text) =>
      text === '.' &&
      from === to &&
      view.state.sliceDoc(Math.max(from - 1, 0), from) === '.' &&
      suggest(view.state.doc.toString(), from) !== undefined,
  )

/** A name in brackets takes the place of the dot before it. */
const applied = (one: Suggestion) => (view: EditorView, _: unknown, from: number, to: number) => {
  const isBracket = one.label.startsWith('[') && view.state.sliceDoc(from - 1, from) === '.'
  const text = one.goesOn ? `${one.label}.` : one.label
  const start = isBracket ? from - 1 : from
  view.dispatch({
    changes: { from: start, to, insert: text },
    selection: { anchor: start + text.length },
    userEvent: 'input.complete',
  })
  if (one.goesOn) startCompletion(view)
}

/** The second { of an expression brings its }}, and typing these goes over them. */
const braces = EditorView.inputHandler.of((view, from, to, text) => {
  const { state } = view
  const before = state.sliceDoc(Math.max(0, from - 1), from)
  const after = state.sliceDoc(to, to + 2)
  if (text === '}' && from === to) {
    const over = overBraces(state.doc.toString(), from)
    if (over !== undefined) return typed(view, over)
  }
  if (text === '}' && before === '}' && after.startsWith('}') && isClosedAt(state.doc.toString(), to))
    return typed(view, { selection: { anchor: to + 1 } })
  // Whoever writes the blank behind {{ themselves has it already.
  if (text === ' ' && state.sliceDoc(from - 3, to + 3) === '{{  }}') return true
  if (text !== '{' || before !== '{' || state.sliceDoc(from - 2, from - 1) === '{') return false
  if (expressionStart(state.sliceDoc(0, from - 1), from - 1) !== undefined || after === '}}') return false
  const change = { changes: { from, to, insert: '{  }}' }, selection: { anchor: from + 2 } }
  typed(view, change)
  startCompletion(view)
  return true
})

/** Goes over the first } of what closes an expression; of a blank before it that is typed as well, one is enough. */
function overBraces(text: string, at: number): TransactionSpec | undefined {
  const start = expressionStart(text, at)
  if (start === undefined || hasOpenBrace(text.slice(start, at))) return undefined
  const blanks = /^( *)\}/.exec(text.slice(at))?.[1]?.length
  if (blanks === undefined) return undefined
  if (text[at - 1] !== ' ') return { selection: { anchor: at + blanks + 1 } }
  return { changes: { from: at, to: at + blanks }, selection: { anchor: at + 1 } }
}

const isClosedAt = (text: string, at: number) => text[at - 1] === '}' && text[at] === '}' && text[at - 2] !== '}'

function typed(view: EditorView, change: TransactionSpec): true {
  view.dispatch({ ...change, userEvent: 'input.type' })
  return true
}

const MARKS = Object.fromEntries(
  ['pill', 'brace', 'text', 'number', 'function', 'name', 'open'].map((kind) => [
    kind,
    Decoration.mark({ class: `cm-x-${kind}` }),
  ]),
)

const pills = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = painted(view)
    }
    update(update: ViewUpdate) {
      if (update.docChanged) this.decorations = painted(update.view)
    }
  },
  { decorations: (plugin) => plugin.decorations },
)

function painted(view: EditorView): DecorationSet {
  const strokes = strokesOf(view.state.doc.toString()).flatMap(({ from, to, kind }): Range<Decoration>[] => {
    const mark = MARKS[kind]
    return mark === undefined || from >= to ? [] : [mark.range(from, to)]
  })
  return Decoration.set(strokes, true)
}

const look = EditorView.theme({
  '&': { width: '100%', fontSize: 'inherit', color: 'inherit' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: '1.5', maxHeight: '24rem' },
  '.cm-content': { padding: '0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0' },
  '.cm-gutters': { marginInlineEnd: '8px' },
  '.cm-placeholder': { color: 'var(--text-3)' },
  '&.cm-focused .cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-x-pill': {
    backgroundColor: 'var(--accent-soft)',
    borderRadius: '4px',
    padding: '1px 0',
    fontFamily: 'var(--font-mono)',
    boxDecorationBreak: 'clone',
  },
  '.cm-x-brace': { color: 'var(--text-3)' },
  '.cm-x-name': { color: 'var(--accent-text)' },
  '.cm-x-function': { color: 'var(--pin)' },
  '.cm-x-text': { color: 'var(--ok)' },
  '.cm-x-number': { color: 'var(--warn)' },
  '.cm-x-open': { fontFamily: 'var(--font-mono)', color: 'var(--text-2)' },
  '.cm-lintRange': {
    backgroundImage: 'none',
    textDecorationLine: 'underline',
    textDecorationStyle: 'wavy',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-error': { textDecorationColor: 'var(--bad)' },
  '.cm-lintRange-warning': { textDecorationColor: 'var(--warn)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    border: '1px solid var(--line-strong)',
    borderRadius: '6px',
    overflow: 'hidden',
    boxShadow: '0 4px 16px var(--shade-deep)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--font-mono)',
    fontSize: '0.8125rem',
    maxHeight: '16rem',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px', display: 'flex', gap: '12px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent-soft)', color: 'var(--text)' },
  '.cm-completionLabel': { flex: 'none' },
  '.cm-completionDetail': {
    marginInlineStart: 'auto',
    fontStyle: 'normal',
    color: 'var(--text-2)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    maxWidth: '18rem',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-tooltip.cm-completionInfo': {
    padding: '8px 10px',
    maxWidth: '22rem',
    whiteSpace: 'pre-line',
    fontSize: '0.8125rem',
  },
  '.cm-diagnostic': { borderLeft: 'none', padding: '4px 8px', fontFamily: 'var(--font-sans)' },
})
