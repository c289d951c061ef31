import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { javascript } from '@codemirror/lang-javascript'
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, setDiagnostics } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useEffectEvent, useRef } from 'react'
import { pageNonce } from '#src/client/page-nonce.ts'

export interface CodeViewProps {
  readonly value: string
  readonly onChange: (value: string) => void
  /** Where the last run failed, from 1. */
  readonly failure: { readonly line: number; readonly message: string } | undefined
  readonly labelledBy: string
  readonly describedBy: string
}

const theme = EditorView.theme({
  '&': { backgroundColor: 'var(--surface)', color: 'var(--text)', fontSize: '13px', borderRadius: '6px' },
  '&.cm-focused': { outline: '2px solid var(--ring)', outlineOffset: '1px' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', minHeight: '16rem', maxHeight: '36rem' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--text-3)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--accent-soft)' },
  '.cm-tooltip': { backgroundColor: 'var(--surface)', color: 'var(--text)', border: '1px solid var(--line)' },
})

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword], color: 'var(--accent-text)' },
  { tag: [tags.string, tags.regexp, tags.special(tags.string)], color: 'var(--ok)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  { tag: tags.comment, color: 'var(--text-3)', fontStyle: 'italic' },
  { tag: tags.invalid, color: 'var(--bad)' },
])

/** JavaScript with line numbers. Escape, then Tab, leaves it; Tab alone indents. */
export function CodeView({ value, onChange, failure, labelledBy, describedBy }: CodeViewProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const changed = useEffectEvent((text: string) => onChange(text))
  const begin = useEffectEvent(() => value)

  useEffect(() => {
    if (host.current === null) return
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: begin(),
        extensions: [
          EditorView.cspNonce.of(pageNonce()),
          lineNumbers(),
          history(),
          bracketMatching(),
          indentOnInput(),
          highlightActiveLine(),
          EditorView.lineWrapping,
          keymap.of([indentWithTab, ...defaultKeymap, ...historyKeymap]),
          javascript(),
          syntaxHighlighting(colours),
          theme,
          EditorView.contentAttributes.of({ 'aria-labelledby': labelledBy, 'aria-describedby': describedBy }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed(update.state.doc.toString())
          }),
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
  }, [labelledBy, describedBy])

  // What comes from elsewhere, such as a discarded draft.
  useEffect(() => {
    const editor = view.current
    if (editor === null || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])

  useEffect(() => {
    const editor = view.current
    if (editor === null) return
    editor.dispatch(setDiagnostics(editor.state, diagnosticsOf(editor.state, failure)))
  }, [failure])

  return <div ref={host} className="min-w-0 overflow-hidden rounded-6 border border-line" />
}

function diagnosticsOf(state: EditorState, failure: CodeViewProps['failure']): Diagnostic[] {
  if (failure === undefined || failure.line > state.doc.lines) return []
  const { from, to } = state.doc.line(failure.line)
  return [{ from, to, severity: 'error', message: failure.message }]
}
