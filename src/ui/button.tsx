import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { classNames } from './class-names.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
/** dense: toolbars and tables · regular: forms · touch: the one action of a public page. */
export type ButtonSize = 'dense' | 'regular' | 'touch'

interface Look {
  variant?: ButtonVariant
  size?: ButtonSize
}

const BASE =
  'relative inline-flex items-center justify-center gap-2 rounded-6 border text-center font-medium no-underline ' +
  'transition-[background-color,border-color,color,translate] active:translate-y-px motion-reduce:active:translate-y-0 ' +
  'disabled:translate-y-0 aria-disabled:translate-y-0 pointer-coarse:min-h-11 pointer-coarse:min-w-11'

const OFF = 'disabled:border-line disabled:bg-sunken disabled:text-text-3 disabled:shadow-none'

const VARIANTS: Record<ButtonVariant, string> = {
  primary: `border-transparent bg-accent text-on-accent shadow-[inset_0_1px_0_var(--glint)] hover:bg-accent-hover ${OFF}`,
  secondary: `border-line bg-surface text-text shadow-1 hover:border-line-strong hover:bg-hover ${OFF}`,
  ghost: 'border-transparent text-text-2 hover:bg-hover hover:text-text disabled:bg-transparent disabled:text-text-3',
  danger: `border-transparent bg-bad text-on-accent shadow-[inset_0_1px_0_var(--glint)] hover:brightness-95 ${OFF}`,
}

const SIZES: Record<ButtonSize, string> = {
  dense: 'min-h-8 px-3 py-1 text-13',
  regular: 'min-h-9 px-4 py-1 text-14',
  touch: 'min-h-11 px-6 py-2 text-16',
}

/** The look of a button for any element that acts like one. */
export const buttonClass = ({ variant = 'secondary', size = 'regular' }: Look = {}): string =>
  classNames(BASE, VARIANTS[variant], SIZES[size])

export interface ButtonProps extends ComponentProps<'button'>, Look {
  icon?: LucideIcon
  /** Keeps width, focus and name; further clicks do nothing. */
  busy?: boolean
}

export function Button({
  variant,
  size,
  icon: Icon,
  busy = false,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  // Not `disabled`: a disabled button would drop the focus of whoever pressed it.
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={press}
      className={classNames(buttonClass({ ...(variant && { variant }), ...(size && { size }) }), className)}
    >
      <span className={classNames('inline-flex items-center gap-2', busy && 'opacity-0')}>
        {Icon ? <Icon size={16} /> : null}
        {children}
      </span>
      {busy ? <LoaderCircle size={16} className="absolute animate-spin" /> : null}
    </button>
  )
}

export interface ButtonLinkProps extends LinkProps, Look {
  icon?: LucideIcon
}

/** Leads somewhere but looks like a button. */
export const ButtonLink = ({ variant, size, icon: Icon, className, children, ...rest }: ButtonLinkProps) => (
  <Link
    {...rest}
    className={classNames(buttonClass({ ...(variant && { variant }), ...(size && { size }) }), className)}
  >
    {Icon ? <Icon size={16} /> : null}
    {children}
  </Link>
)

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  'aria-label': string
  icon: LucideIcon
  variant?: ButtonVariant
  size?: 'dense' | 'regular'
  /** A small sign over the icon, such as a count; hidden from screen readers, so say it in the label too. */
  mark?: ReactNode
}

export const IconButton = ({
  icon: Icon,
  variant = 'ghost',
  size = 'regular',
  mark,
  className,
  ...rest
}: IconButtonProps) => (
  <button
    title={rest['aria-label']}
    type="button"
    {...rest}
    className={classNames(BASE, VARIANTS[variant], size === 'dense' ? 'size-8' : 'size-9', className)}
  >
    <Icon size={size === 'dense' ? 16 : 20} />
    {mark ? <span aria-hidden="true">{mark}</span> : null}
  </button>
)

export interface IconLinkProps extends Omit<LinkProps, 'children'> {
  'aria-label': string
  icon: LucideIcon
}

export const IconLink = ({ icon: Icon, className, ...rest }: IconLinkProps) => (
  <Link title={rest['aria-label']} {...rest} className={classNames(BASE, VARIANTS.ghost, 'size-9', className)}>
    <Icon size={20} />
  </Link>
)
