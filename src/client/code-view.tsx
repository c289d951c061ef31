import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { javascript } from '@codemirror/lang-javascript'
import { bracketMatching, indentOnInput, syntaxHighlighting, syntaxTree } from '@codemirror/language'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { EditorView, highlightActiveLine, keymap, lineNumbers, placeholder as showPlaceholder } from '@codemirror/view'
import { useEffect, useEffectEvent, useRef } from 'react'
import { CODE_COLOURS, CODE_MARGIN } from './code-look.ts'
import { overwriting } from './code-overwriting.ts'
import { pageNonce } from './page-nonce.ts'

export interface CodeViewProps {
  readonly value: string
  readonly onChange: (value: string) => void
  /** Where the last run failed, from 1. */
  readonly failure: { readonly line: number; readonly message: string } | undefined
  /** Of what is typed into. */
  readonly id?: string
  readonly labelledBy: string
  /** Shown while there is no code. */
  readonly placeholder?: string | undefined
  readonly describedBy: string
  readonly onBlur?: () => void
}

const theme = EditorView.theme({
  '&': { backgroundColor: 'var(--surface)', color: 'var(--text)', fontSize: '13px', borderRadius: '6px' },
  '&.cm-focused': { outline: '2px solid var(--ring)', outlineOffset: '1px' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', minHeight: '16rem', maxHeight: '36rem' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--accent-soft)' },
  '.cm-tooltip': { backgroundColor: 'var(--surface)', color: 'var(--text)', border: '1px solid var(--line)' },
})

/** As soon as nobody types for this long, what cannot be read is marked. */
const PAUSE_MS = 400

/** JavaScript with line numbers. Escape, then Tab, leaves it; Tab alone indents. */
export function CodeView({
  value,
  onChange,
  failure,
  id,
  labelledBy,
  describedBy,
  placeholder,
  onBlur,
}: CodeViewProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const changed = useEffectEvent((text: string) => onChange(text))
  const left = useEffectEvent(() => onBlur?.())
  const begin = useEffectEvent(() => ({ doc: value, shown: placeholder ?? '' }))
  const naming = useEffectEvent(() => ({
    ...(id !== undefined && { id }),
    'aria-labelledby': labelledBy,
    'aria-describedby': describedBy,
  }))
  const mark = useEffectEvent((editor: EditorView) =>
    editor.dispatch(
      setDiagnostics(editor.state, [...unreadable(editor.state), ...diagnosticsOf(editor.state, failure)]),
    ),
  )

  useEffect(() => {
    if (host.current === null) return
    let timer: number | undefined
    const { doc, shown } = begin()
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc,
        extensions: [
          EditorView.cspNonce.of(pageNonce()),
          lineNumbers(),
          history(),
          bracketMatching(),
          indentOnInput(),
          highlightActiveLine(),
          EditorView.lineWrapping,
          showPlaceholder(shown),
          overwriting,
          // What Control and Enter do is for the page around it.
          keymap.of([indentWithTab, ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'), ...historyKeymap]),
          javascript(),
          syntaxHighlighting(CODE_COLOURS),
          CODE_MARGIN,
          lintGutter(),
          theme,
          EditorView.contentAttributes.of(() => naming()),
          EditorView.updateListener.of((update) => {
            if (update.focusChanged && !update.view.hasFocus) left()
            if (!update.docChanged) return
            changed(update.state.doc.toString())
            window.clearTimeout(timer)
            timer = window.setTimeout(() => mark(update.view), PAUSE_MS)
          }),
        ],
      }),
    })
    view.current = editor
    return () => {
      window.clearTimeout(timer)
      editor.destroy()
    }
  }, [])

  // An error that comes or goes must not begin the editor anew: who types would lose the focus and the way back.
  useEffect(() => view.current?.dispatch({}), [id, labelledBy, describedBy])

  // What comes from elsewhere, such as a discarded draft.
  useEffect(() => {
    const editor = view.current
    if (editor === null || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])

  useEffect(() => {
    const editor = view.current
    if (editor === null) return
    const failed = diagnosticsOf(editor.state, failure)
    editor.dispatch(setDiagnostics(editor.state, [...unreadable(editor.state), ...failed]))
  }, [failure])

  return <div ref={host} data-takes-tab="" className="min-w-0 overflow-hidden rounded-6 border border-line" />
}

/** The first place that JavaScript cannot be read at: what follows is often only its consequence. */
function unreadable(state: EditorState): Diagnostic[] {
  const found: Diagnostic[] = []
  syntaxTree(state).iterate({
    enter({ type, from, to }) {
      if (!type.isError || found.length > 0) return
      const end = Math.min(Math.max(to, from + 1), state.doc.length)
      const here = state.sliceDoc(from, end).trim()
      const message = here === '' ? 'Something is missing here' : `“${here.slice(0, 40)}” is not expected here`
      found.push({ from: Math.min(from, end), to: end, severity: 'error', message })
    },
  })
  return found
}

function diagnosticsOf(state: EditorState, failure: CodeViewProps['failure']): Diagnostic[] {
  if (failure === undefined || failure.line > state.doc.lines) return []
  const { from, to } = state.doc.line(failure.line)
  return [{ from, to, severity: 'error', message: failure.message }]
}
