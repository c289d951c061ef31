import { Link } from 'react-router'
import { Logo } from './logo.tsx'

export interface FooterColumn {
  heading: string
  links: readonly { label: string; to: string }[]
}

/** Below everything; a page marked `data-whole-screen` has all of a wide one to itself. */
export const Footer = ({ columns, note }: { columns: readonly FooterColumn[]; note?: string }) => (
  <footer className="mt-auto lg:peer-has-data-whole-screen:hidden border-t border-line bg-sunken">
    <div className="mx-auto flex w-full max-w-6xl flex-wrap justify-between gap-x-16 gap-y-8 px-4 py-8 md:px-8">
      <div className="flex max-w-xs flex-col gap-3">
        <Logo />
        {note ? <p className="text-13 text-text-2">{note}</p> : null}
      </div>
      <nav aria-label="Footer" className="flex flex-wrap gap-x-16 gap-y-6">
        {columns.map(({ heading, links }) => (
          <section key={heading}>
            <h2 className="eyebrow pb-1 font-normal">{heading}</h2>
            <ul>
              {links.map(({ label, to }) => (
                <li key={to}>
                  <Link
                    to={to}
                    className="inline-flex min-h-7 min-w-6 items-center text-14 text-text-2 hover:text-text hover:underline pointer-coarse:min-h-11 pointer-coarse:min-w-11"
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </div>
  </footer>
)
