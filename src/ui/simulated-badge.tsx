import { FlaskConical } from 'lucide-react'
import { Badge } from './badge.tsx'

/** On a run in which no step reached further than this server. */
export const SimulatedBadge = () => (
  <Badge kind="accent" icon={FlaskConical}>
    Simulated
  </Badge>
)
