import type { ReactFlowState } from '@xyflow/react'

/** Farther away than this, what kind of step it is cannot be read. */
export const FAR = 0.6
/** From here on no name can be read. */
const TINY = 0.25

type View = Pick<ReactFlowState, 'transform'>
export const isFar = ({ transform: [, , zoom] }: View): boolean => zoom < FAR
export const isTiny = ({ transform: [, , zoom] }: View): boolean => zoom < TINY
