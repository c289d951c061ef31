import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { classNames } from '#src/ui/class-names.ts'
import { faultInJson } from '../config-values.ts'
import type { CodeEditor, CodeEditorOptions } from './code-editor.web.tsx'
import { suggestionsAt } from './complete.ts'
import { type ExpressionHelp, useExpressionHelp } from './expression-context.web.tsx'
import { TriedNote } from './tried-note.web.tsx'
import type { Remark } from './try-expression.ts'
import { useTried } from './use-tried.web.tsx'

export interface ExpressionInputProps {
  readonly id: string
  /** Either names it. */
  readonly label?: string
  readonly labelledBy?: string
  readonly describedBy?: string | undefined
  readonly invalid: boolean
  readonly text: string
  readonly placeholder?: string | undefined
  readonly oneLine?: boolean
  readonly mono?: boolean
  /** JSON, with expressions in quotes: its lines are numbered, and where it breaks is marked. */
  readonly isJson?: boolean
  /** Least height in lines. */
  readonly rows?: number
  /** It is worked out for each item of a list. */
  readonly isPerItem?: boolean | undefined
  readonly onChange: (text: string) => void
  readonly onBlur?: () => void
}

const FAULT_PAUSE_MS = 600

/** Where JSON breaks, a while after the last letter: what is half written is no mistake. */
function useFault(isJson: boolean, text: string): readonly Remark[] | undefined {
  const [found, setFound] = useState<{ text: string; fault: readonly Remark[] }>()
  useEffect(() => {
    if (!isJson) return
    const look = () => {
      const fault = faultInJson(text)
      if (fault === undefined) return setFound(undefined)
      const { at, message } = fault
      setFound({ text, fault: [{ severity: 'error', message, from: Math.min(at, text.length - 1), to: at + 1 }] })
    }
    const timer = setTimeout(look, FAULT_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [isJson, text])
  return found?.text === text ? found.fault : undefined
}

/** Text that may hold {{ expressions }}: a plain text area until the editor is here, and where it cannot be had. */
export function ExpressionInput(props: ExpressionInputProps) {
  const { id, text, rows = 1, mono = false, isPerItem = false, invalid, describedBy } = props
  const help = useExpressionHelp()
  const tried = useTried(text, isPerItem, help)
  const [focused, setFocused] = useState(false)
  const host = useRef<HTMLDivElement>(null)
  const plain = useRef<HTMLTextAreaElement>(null)
  const remarks = tried?.remarks ?? []
  const isWrong = invalid || remarks.some(({ severity }) => severity === 'error')
  const described = [describedBy, tried === undefined ? undefined : `${id}-tried`].filter(Boolean).join(' ')
  const attributes = attributesOf(props, { isWrong, described })
  const editor = useCodeEditor({ host, plain, props, attributes, help, setFocused })
  const fault = useFault(props.isJson === true, text)
  useEffect(() => editor?.setRemarks([...(fault ?? []), ...(tried?.remarks ?? [])]), [editor, tried, fault])
  return (
    <div className="flex min-w-0 flex-col gap-1">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the box around the field leads to it */}
      <div
        ref={host}
        aria-invalid={isWrong ? true : undefined}
        className={classNames(
          'field-box min-w-0 cursor-text focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-ring',
          editor === undefined && 'contents',
          mono && 'font-mono text-13',
          HEIGHTS[rows],
        )}
        onMouseDown={(event) => {
          if (event.target !== host.current) return
          event.preventDefault()
          editor?.view.focus()
        }}
      >
        {editor === undefined ? (
          <textarea
            ref={plain}
            id={id}
            aria-label={props.label}
            aria-labelledby={props.labelledBy}
            aria-invalid={isWrong ? true : undefined}
            aria-describedby={described || undefined}
            value={text}
            placeholder={props.placeholder}
            rows={rows}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="none"
            onFocus={(event) => {
              const area = event.currentTarget
              help?.onFocus((template) => insertInto(area, template))
            }}
            onBlur={props.onBlur}
            onChange={(event) => props.onChange(event.currentTarget.value)}
            className={classNames('field-box field-sizing-content max-h-96 resize-y', mono && 'font-mono text-13')}
          />
        ) : null}
      </div>
      <TriedNote id={`${id}-tried`} tried={tried} isFocused={focused} />
    </div>
  )
}

/** Written out because the style sheet is made from what the source says. */
const HEIGHTS: Readonly<Record<number, string>> = { 2: 'min-h-14', 4: 'min-h-24', 5: 'min-h-30', 12: 'min-h-72' }

/** As if it were typed: the browser can take it back, and React is told. */
function insertInto(area: HTMLTextAreaElement, text: string): void {
  area.focus()
  document.execCommand('insertText', false, text)
}

const attributesOf = (
  { id, label, labelledBy, oneLine }: ExpressionInputProps,
  { isWrong, described }: { isWrong: boolean; described: string },
): Record<string, string> => ({
  id,
  spellcheck: 'false',
  autocapitalize: 'none',
  ...(label !== undefined && { 'aria-label': label }),
  ...(labelledBy !== undefined && { 'aria-labelledby': labelledBy }),
  ...(described !== '' && { 'aria-describedby': described }),
  ...(isWrong && { 'aria-invalid': 'true' }),
  'aria-multiline': String(!oneLine),
})

interface UseCodeEditor {
  readonly host: RefObject<HTMLDivElement | null>
  readonly plain: RefObject<HTMLTextAreaElement | null>
  readonly props: ExpressionInputProps
  readonly attributes: Record<string, string>
  readonly help: ExpressionHelp | undefined
  readonly setFocused: (focused: boolean) => void
}

/** The editor once its code is here; what is being typed, and the caret, go over to it. */
function useCodeEditor({ host, plain, props, attributes, help, setFocused }: UseCodeEditor): CodeEditor | undefined {
  const [editor, setEditor] = useState<CodeEditor>()
  const latest = useRef({ props, help, attributes })
  useEffect(() => {
    latest.current = { props, help, attributes }
  })
  useEffect(() => {
    let made: CodeEditor | undefined
    let isGone = false
    const options = (parent: HTMLElement): CodeEditorOptions => ({
      parent,
      text: latest.current.props.text,
      attributes: latest.current.attributes,
      placeholder: latest.current.props.placeholder ?? '',
      oneLine: latest.current.props.oneLine ?? false,
      suggest: (text, at) => {
        const { help: now, props: given } = latest.current
        return now && suggestionsAt(text, at, now.names({ isPerItem: given.isPerItem ?? false }))
      },
      onChange: (text) => {
        if (text !== latest.current.props.text) latest.current.props.onChange(text)
      },
      onFocus: () => {
        setFocused(true)
        latest.current.help?.onFocus((template) => made && insertAtCaret(made, template))
      },
      onBlur: () => {
        setFocused(false)
        latest.current.props.onBlur?.()
      },
    })
    // Without it the text area stays: everything can be written there too.
    const parts = Promise.all([
      import('./code-editor.web.tsx'),
      latest.current.props.isJson ? import('./json-language.ts') : undefined,
    ])
    void parts.then(
      ([{ createCodeEditor }, json]) => {
        const [parent, area] = [host.current, plain.current]
        if (isGone || parent === null) return
        const chosen =
          area !== null && document.activeElement === area
            ? { anchor: area.selectionStart, head: area.selectionEnd }
            : undefined
        const editorNow = createCodeEditor({ ...options(parent), extensions: json?.jsonLanguage ?? [] })
        made = editorNow
        // At once: whoever chose the text area in between would lose the focus with it.
        flushSync(() => setEditor(editorNow))
        if (chosen === undefined) return
        const end = editorNow.view.state.doc.length
        editorNow.view.focus()
        editorNow.view.dispatch({
          selection: { anchor: Math.min(chosen.anchor, end), head: Math.min(chosen.head, end) },
        })
      },
      () => undefined,
    )
    return () => {
      isGone = true
      made?.destroy()
      setEditor(undefined)
    }
  }, [host, plain, setFocused])
  useEffect(() => editor?.setText(props.text), [editor, props.text])
  const written = JSON.stringify(attributes)
  useEffect(() => editor?.setAttributes(JSON.parse(written) as Record<string, string>), [editor, written])
  return editor
}

function insertAtCaret({ view }: CodeEditor, text: string): void {
  view.dispatch(view.state.replaceSelection(text), { userEvent: 'input.paste', scrollIntoView: true })
  view.focus()
}
