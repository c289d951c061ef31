import { type ComponentType, lazy } from 'react'

/** In the place of a part whose code cannot be had. */
export const NotLoaded = () => (
  <p role="alert" className="text-14">
    This part could not be loaded. Check your connection, then load the page again.
  </p>
)

/** A part whose code comes when it is first shown. One that cannot be had says so, and takes nothing else of the page along. */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async (): Promise<{ default: ComponentType<Props> }> => ({ default: await load().catch(() => NotLoaded) }))
