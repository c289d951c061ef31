import { createContext, useContext } from 'react'
import type { Names } from './complete.ts'
import type { Tried } from './try-expression.ts'

/** What the settings of one step may name in expressions, and what tries them. */
export interface ExpressionHelp {
  /** `isPerItem`: it is worked out for each item of the list in the step's `items`. */
  tryOut(text: string, where: { readonly isPerItem: boolean }): Promise<Tried | undefined>
  names(where: { readonly isPerItem: boolean }): Names
  /** The same without what is only guessed: it says nothing of what a value will be. */
  known(where: { readonly isPerItem: boolean }): Names
  /** Tells which field had the focus last, for what is inserted by a click. */
  onFocus(insert: (template: string) => void): void
}

const Context = createContext<ExpressionHelp | undefined>(undefined)
export const ExpressionHelpProvider = Context.Provider
/** Undefined where settings are no expressions, as those of triggers. */
export const useExpressionHelp = () => useContext(Context)
