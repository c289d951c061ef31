import { type DragEvent, useState } from 'react'

/**
 * Puts the rows of a list in order by dragging, where there is a mouse; buttons do the same for everybody. The list gets
 * `list`, each row `target`, and what one takes it by `handle`: the row itself, or a part of one that holds fields, as
 * text in those could not be selected any more.
 */
export function useDragOrder(move: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number>()
  const [over, setOver] = useState<number>()
  return {
    list: {
      onDrop: (event: DragEvent) => {
        // A file that is dropped here is none of ours.
        if (dragged === undefined) return
        event.preventDefault()
        if (over !== undefined) move(dragged, over)
      },
    },
    handle: (place: number, title: string) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', title)
        setDragged(place)
      },
      onDragEnd: () => {
        setDragged(undefined)
        setOver(undefined)
      },
    }),
    target: (place: number) => ({
      onDragOver: (event: DragEvent) => {
        if (dragged === undefined) return
        event.preventDefault()
        setOver(place)
      },
    }),
    isDragged: (place: number): boolean => dragged === place,
    isOver: (place: number): boolean => dragged !== undefined && over === place,
  }
}
