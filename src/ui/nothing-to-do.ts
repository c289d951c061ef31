/** For a button with nothing to do that is not `disabled`, as that would take the focus of whoever has just pressed it. */
export const NOTHING_TO_DO = 'border-line! bg-sunken! text-text-3! shadow-none! active:translate-y-0!'
