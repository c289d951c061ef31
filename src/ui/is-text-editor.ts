const TEXT_EDITORS =
  'textarea, select, [contenteditable]:not([contenteditable="false"]), .cm-editor, ' +
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="range"], [type="file"])'

/** Whether keys pressed here write text, so that page shortcuts must keep out. */
export const isTextEditor = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TEXT_EDITORS) !== null
