import type { DraftState } from './draft-state.ts'

/** The state in words, always on the screen. */
export function phaseText({ phase, message, waiting }: Pick<DraftState, 'phase' | 'message' | 'waiting'>): string {
  switch (phase) {
    case 'saved':
      return 'Saved'
    case 'unsaved':
      return 'Unsaved changes'
    case 'saving':
      return 'Saving…'
    case 'offline':
      return `Offline: ${waiting === 1 ? '1 change' : `${waiting} changes`} waiting`
    case 'failed':
      return `Not saved. ${message}`
    case 'conflict':
      return 'Not saved: changed elsewhere'
  }
}
