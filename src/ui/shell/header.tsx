import { Menu as MenuIcon, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { IconButton, IconLink } from '../button.tsx'
import { Logo, LogoMark } from './logo.tsx'

export interface HeaderProps {
  onOpenMenu: () => void
  /** Search form; below 640 px a link to `searchTo` stands for it. */
  search?: ReactNode
  searchTo?: string
  /** Theme switch, bell, account. */
  actions?: ReactNode
}

export const Header = ({ onOpenMenu, search, searchTo, actions }: HeaderProps) => (
  <header className="sticky top-0 z-30 border-b border-line bg-canvas">
    <div className="flex min-h-[calc(3.5rem-1px)] flex-wrap items-center gap-0.5 px-1 sm:gap-2 sm:px-2 md:gap-4 md:px-4">
      <IconButton
        icon={MenuIcon}
        aria-label="Open menu"
        aria-haspopup="dialog"
        onClick={onOpenMenu}
        className="md:hidden noscript:hidden"
      />
      <Link to="/" aria-label="Fettle, home" className="rounded-6 p-1.5">
        <span className="hidden sm:block">
          <Logo />
        </span>
        <span className="sm:hidden">
          <LogoMark size={32} />
        </span>
      </Link>
      <div className="min-w-0 flex-1">
        <div className="hidden justify-center sm:flex">{search}</div>
      </div>
      <div className="ms-auto flex flex-wrap items-center justify-end sm:gap-1">
        {searchTo === undefined ? null : (
          <span className="sm:hidden">
            <IconLink to={searchTo} icon={Search} aria-label="Search" />
          </span>
        )}
        {actions}
      </div>
    </div>
  </header>
)
