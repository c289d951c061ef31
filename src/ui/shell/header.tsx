import { Menu as MenuIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { IconButton } from '../button.tsx'
import { Logo, LogoMark } from './logo.tsx'

export interface HeaderProps {
  onOpenMenu: () => void
  /** Search form. */
  search?: ReactNode
  /** Theme switch, bell, account. */
  actions?: ReactNode
}

export const Header = ({ onOpenMenu, search, actions }: HeaderProps) => (
  <header className="sticky top-0 z-30 border-b border-line bg-canvas">
    <div className="flex min-h-14 items-center gap-2 px-2 md:gap-4 md:px-4">
      <IconButton
        icon={MenuIcon}
        aria-label="Open menu"
        aria-haspopup="dialog"
        onClick={onOpenMenu}
        className="md:hidden noscript:hidden"
      />
      <Link to="/" aria-label="Fettle, home" className="rounded-6 py-1.5">
        <span className="hidden sm:inline">
          <Logo />
        </span>
        <span className="sm:hidden">
          <LogoMark size={32} />
        </span>
      </Link>
      <div className="flex min-w-0 flex-1 justify-center">{search}</div>
      <div className="flex items-center gap-1">{actions}</div>
    </div>
  </header>
)
