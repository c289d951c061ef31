import { EditorView } from '@codemirror/view'

/**
 * Text that takes the place of painted text: left to itself, the browser keeps the old colours in an inline style, which
 * the page's policy refuses and reports.
 */
export const overwriting = EditorView.domEventHandlers({
  beforeinput(event, view) {
    // Not the event's own ranges, which are empty when a keyboard on the screen commits a word.
    const chosen = document.getSelection()
    if (event.inputType !== 'insertText' || event.data === null || chosen === null || chosen.isCollapsed) return false
    const range = chosen.getRangeAt(0)
    const from = view.posAtDOM(range.startContainer, range.startOffset)
    const to = view.posAtDOM(range.endContainer, range.endOffset)
    const insert = event.data
    event.preventDefault()
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + insert.length },
      userEvent: 'input.type',
      scrollIntoView: true,
    })
    return true
  },
})
