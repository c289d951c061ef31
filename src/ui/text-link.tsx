import { ArrowUpRight } from 'lucide-react'
import { Link, type LinkProps } from 'react-router'
import { classNames } from './class-names.ts'

const LOOK =
  'rounded-4 text-accent-text underline decoration-1 decoration-line-strong underline-offset-[3px] ' +
  'transition-[text-decoration-color] hover:decoration-current'

/** A link in running text; its underline stays, colour alone would not tell it from words. */
export const TextLink = ({ className, ...rest }: LinkProps) => (
  <Link {...rest} className={classNames(LOOK, className)} />
)

interface ExternalLinkProps {
  href: string
  /** For a page that stands in a frame. */
  opensTab?: boolean
  children: string
}

/** A link to another site: same tab, marked, without passing on where it came from. */
export const ExternalLink = ({ href, opensTab = false, children }: ExternalLinkProps) => (
  <a href={href} rel="noreferrer" target={opensTab ? '_blank' : undefined} className={LOOK}>
    {children}
    <ArrowUpRight size={14} className="ms-0.5 inline" />
  </a>
)
