import { CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'

/** Why a whole form was refused, above its fields. */
export const FormRefusal = ({ message }: { message: string | undefined }) =>
  message === undefined ? null : (
    <p role="alert" className="rounded-6 border border-bad bg-bad-soft px-4 py-2 text-14 font-medium text-bad">
      {message}
    </p>
  )

interface FormDoneProps {
  readonly title: string
  readonly children: ReactNode
}

/** Stands where the form was; takes the focus, because what had it is gone. */
export function FormDone({ title, children }: FormDoneProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="flex flex-col gap-2">
      <h2 ref={heading} tabIndex={-1} className="flex items-center gap-2 text-18 outline-none">
        <CircleCheck size={20} className="text-ok" />
        {title}
      </h2>
      <div className="flex flex-col gap-3 text-14 text-text-2">{children}</div>
    </div>
  )
}
