import { javascriptLanguage } from '@codemirror/lang-javascript'
import { bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { lineNumbers } from '@codemirror/view'
import { CODE_COLOURS, CODE_MARGIN } from '#src/client/code-look.ts'

/** JSON is an expression of JavaScript, whose grammar is here already for code. */
export const jsonLanguage: readonly Extension[] = [
  lineNumbers(),
  CODE_MARGIN,
  bracketMatching(),
  indentOnInput(),
  javascriptLanguage.configure({ top: 'SingleExpression' }),
  syntaxHighlighting(CODE_COLOURS),
]
