import { ViewportPortal } from '@xyflow/react'
import type { Guide } from './guides.ts'

/** Shown while something is dragged; nothing that ears would need. */
export const Guides = ({ guides }: { readonly guides: readonly Guide[] }) =>
  guides.length === 0 ? null : (
    <ViewportPortal>
      {guides.map(({ axis, at, from, to }) => (
        <div
          key={axis}
          aria-hidden="true"
          className={`drag-guide is-${axis}`}
          style={
            axis === 'x'
              ? { transform: `translate(${at}px, ${from}px)`, height: to - from }
              : { transform: `translate(${from}px, ${at}px)`, width: to - from }
          }
        />
      ))}
    </ViewportPortal>
  )
