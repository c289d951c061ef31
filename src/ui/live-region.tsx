interface LiveRegionProps {
  /** What is said when it changes; '' says nothing. */
  message: string
  /** Interrupts; for failures only. */
  urgent?: boolean
}

/** Must be in the page before the message is: keep it mounted and change the text. */
export const LiveRegion = ({ message, urgent = false }: LiveRegionProps) => (
  <div role={urgent ? 'alert' : 'status'} aria-atomic="true" className="sr-only">
    {message}
  </div>
)
