import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type ScrollBoxProps = { className?: string; children: ReactNode } & ({ label: string } | { labelledBy: string })

/** Wide content that scrolls inside its own box, by keyboard too. */
export const ScrollBox = ({ className, children, ...name }: ScrollBoxProps) => (
  <section
    {...('label' in name ? { 'aria-label': name.label } : { 'aria-labelledby': name.labelledBy })}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    tabIndex={0}
    className={classNames('scroll-edges overflow-auto', className)}
  >
    {children}
  </section>
)
