import { CircleAlert, CloudOff, Inbox, Lock, type LucideIcon, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

interface StateProps {
  title: string
  /** What to do next, in a sentence. */
  children?: ReactNode
  /** Buttons or links to go on with. */
  actions?: ReactNode
  level?: 1 | 2 | 3
}
interface FrameProps extends StateProps {
  icon: LucideIcon
  tone?: string
  role?: 'alert'
}

function StateFrame({ icon: Icon, tone = 'text-text-3', title, children, actions, level = 2, role }: FrameProps) {
  const Heading = `h${level}` as const
  return (
    <div role={role} className="bench-grid rounded-10 border border-dashed border-line-strong bg-canvas p-6">
      <div className="mx-auto flex max-w-md flex-col items-center gap-2 py-6 text-center">
        <span className={`mb-1 rounded-10 border border-line bg-surface p-3 shadow-1 ${tone}`}>
          <Icon size={20} />
        </span>
        <Heading className="bg-canvas px-2 text-18">{title}</Heading>
        {children ? <div className="bg-canvas px-2 text-14 text-text-2">{children}</div> : null}
        {actions ? <div className="mt-3 flex flex-wrap justify-center gap-2">{actions}</div> : null}
      </div>
    </div>
  )
}

export interface EmptyStateProps extends StateProps {
  icon?: LucideIcon
}
/** Nothing here yet, or nothing found: says why and what to do. */
export const EmptyState = ({ icon = Inbox, ...rest }: EmptyStateProps) => <StateFrame icon={icon} {...rest} />

export interface ErrorStateProps extends Omit<StateProps, 'children'> {
  message: string
  requestId?: string | undefined
  onRetry?: (() => void) | undefined
}
/** Loading failed. What the reader had (filters, input) stays; the request id helps support. */
export const ErrorState = ({ message, requestId, onRetry, actions, ...rest }: ErrorStateProps) => (
  <StateFrame
    {...rest}
    icon={CircleAlert}
    tone="text-bad"
    role="alert"
    actions={
      onRetry || actions ? (
        <>
          {onRetry ? (
            <Button icon={RotateCw} onClick={onRetry}>
              Try again
            </Button>
          ) : null}
          {actions}
        </>
      ) : undefined
    }
  >
    <p>{message}</p>
    {requestId ? <p className="meta-line mt-1">Request {requestId}</p> : null}
  </StateFrame>
)

export const OfflineState = ({ title = 'You are offline', ...rest }: Partial<StateProps>) => (
  <StateFrame icon={CloudOff} tone="text-warn" title={title} {...rest}>
    {rest.children ?? 'This page comes back by itself once you are connected again.'}
  </StateFrame>
)

export const ForbiddenState = ({ title = 'This is not yours to see', ...rest }: Partial<StateProps>) => (
  <StateFrame icon={Lock} title={title} {...rest}>
    {rest.children ?? 'Ask its owner for access, or sign in with another account.'}
  </StateFrame>
)
