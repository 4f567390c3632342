/** Dragging questions within and between sections: attributes for a row, and for the empty place of a section. */
import { type DragEvent, useState } from 'react'

export interface ItemDrag {
  row: (id: string, section: string, at: number) => object
  /** Behind the last item of a section. */
  end: (section: string, count: number) => object
}

/** @param onDrop the place is counted with the dragged item still where it was */
export function useItemDrag(onDrop: (id: string, section: string, at: number) => void, disabled: boolean): ItemDrag {
  const [dragged, setDragged] = useState<string>()
  const [over, setOver] = useState<string>()
  const stop = () => {
    setDragged(undefined)
    setOver(undefined)
  }
  const target = (key: string, section: string, at: (e: DragEvent) => number) => ({
    'data-drop': over?.startsWith(`${key} `) ? over.slice(key.length + 1) : undefined,
    onDragOver: (e: DragEvent) => {
      if (dragged === undefined) return
      e.preventDefault()
      const side = half(e)
      if (over !== `${key} ${side}`) setOver(`${key} ${side}`)
    },
    onDrop: (e: DragEvent) => {
      e.preventDefault()
      if (dragged !== undefined) onDrop(dragged, section, at(e))
      stop()
    },
  })
  if (disabled) return { row: () => ({}), end: () => ({}) }
  return {
    row: (id, section, at) => ({
      ...target(id, section, (e) => at + (half(e) === 'after' ? 1 : 0)),
      draggable: true,
      onDragStart: (e: DragEvent) => {
        e.dataTransfer.effectAllowed = 'move'
        e.dataTransfer.setData('text/plain', id)
        setDragged(id)
      },
      onDragEnd: stop,
    }),
    end: (section, count) => target(`end-${section}`, section, () => count),
  }
}

const half = (e: DragEvent): 'before' | 'after' => {
  const box = e.currentTarget.getBoundingClientRect()
  return e.clientY > box.top + box.height / 2 ? 'after' : 'before'
}
