import { type DragEvent, useState } from 'react'

/** Beside a line, or in it. */
export type DropPosition = 'before' | 'into' | 'after'

/** What may be dragged where, by the ids of lines. */
export interface TreeDrag {
  may: (id: string) => boolean
  lands: (id: string, on: string, side: DropPosition) => boolean
  onDrop: (id: string, on: string, side: DropPosition) => void
}

/** Which part of a line the pointer is over: its edges are beside it, its middle is in it. */
export const sideAt = (y: number, top: number, height: number): DropPosition => {
  const share = (y - top) / height
  return share < 0.25 ? 'before' : share > 0.75 ? 'after' : 'into'
}

/** What is dragged and what it is over; attributes for a line of the tree. */
export function useTreeDrag(drag: TreeDrag | undefined): (line: string) => object {
  const [id, setId] = useState<string>()
  const [over, setOver] = useState<{ id: string; side: DropPosition }>()
  if (!drag) return () => ({})
  const sideOf = (e: DragEvent) => {
    const box = e.currentTarget.getBoundingClientRect()
    return sideAt(e.clientY, box.top, box.height)
  }
  const end = () => {
    setId(undefined)
    setOver(undefined)
  }
  const takes = (line: string, side: DropPosition) => id !== undefined && id !== line && drag.lands(id, line, side)
  return (line) => ({
    draggable: drag.may(line),
    'data-drop': over?.id === line && takes(line, over.side) ? over.side : undefined,
    onDragStart: (e: DragEvent) => {
      e.dataTransfer.effectAllowed = 'move'
      e.dataTransfer.setData('text/plain', line)
      setId(line)
    },
    onDragOver: (e: DragEvent) => {
      const side = sideOf(e)
      if (over?.id !== line || over.side !== side) setOver({ id: line, side })
      if (takes(line, side)) e.preventDefault()
    },
    onDrop: (e: DragEvent) => {
      e.preventDefault()
      if (id !== undefined && takes(line, sideOf(e))) drag.onDrop(id, line, sideOf(e))
      end()
    },
    onDragEnd: end,
  })
}
