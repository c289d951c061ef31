import type { Page } from 'playwright'

interface Fiber {
  readonly child: Fiber | null
  readonly sibling: Fiber | null
  readonly alternate: Fiber | null
  readonly flags: number
  readonly memoizedProps: {
    readonly id?: unknown
    readonly positionAbsoluteX?: unknown
    readonly resizeObserver?: unknown
  } | null
}
type Counting = typeof globalThis & { stepRenders: Record<string, number>; __REACT_DEVTOOLS_GLOBAL_HOOK__: unknown }

/**
 * Counts how often each step of the canvas is drawn, and as `frame of …` what the canvas library puts around it, the way
 * React's own tools see it: the code of the app knows nothing of being counted.
 */
export const countRenders = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const counting = globalThis as Counting
    const PERFORMED_WORK = 1
    counting.stepRenders = {}
    const look = (fiber: Fiber | null): void => {
      for (let now = fiber; now !== null; now = now.sibling) {
        const old = now.alternate
        const props = now.memoizedProps
        const isStep = typeof props?.positionAbsoluteX === 'number'
        const isFrame = props?.resizeObserver !== undefined
        if (typeof props?.id === 'string' && (isStep || isFrame) && (now.flags & PERFORMED_WORK) !== 0) {
          const name = isStep ? props.id : `frame of ${props.id}`
          counting.stepRenders[name] = (counting.stepRenders[name] ?? 0) + 1
        }
        // What kept its children was not drawn anew, and nothing in it was.
        if (old === null || old.child !== now.child) look(now.child)
      }
    }
    counting.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberUnmount() {},
      onCommitFiberRoot: (_: number, root: { readonly current: Fiber }) => look(root.current),
    }
  })

/** Since the last time that this was asked. */
export const rendersSince = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(() => {
    const counting = globalThis as Counting
    const { stepRenders } = counting
    counting.stepRenders = {}
    return stepRenders
  })
