import { LoaderCircle } from 'lucide-react'
import { useEffect, useState } from 'react'

/** What is known of a run on the server: that it is under way, and for how long. */
export function RunProgress() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const begun = Date.now()
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - begun) / 1000)), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <p role="status" className="flex items-center gap-2 text-14 text-text-2">
      <LoaderCircle size={16} className="animate-spin" />
      Running on our server
      <span aria-hidden="true" className="figures">
        {seconds} s
      </span>
    </p>
  )
}
