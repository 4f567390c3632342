import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { GridFrame, type GridProps } from './GridFrame.tsx'
import type { Density } from '../state/prefs.ts'

/** A long page: only the rows in sight are in the document. */
export default function VirtualGrid(props: GridProps) {
  const { density, data } = props.list
  const scroller = useRef<HTMLDivElement>(null)
  const heights = useHeights(scroller)
  const rowHeight = heights[density]
  // oxlint-disable-next-line react/incompatible-library -- its answers change in place; this component memoises none of them
  const virtualizer = useVirtualizer({
    count: data?.items.length ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    // the head is above the rows, and stays in front of the first one in sight
    scrollMargin: heights.head,
    scrollPaddingStart: heights.head,
    overscan: 12,
  })
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  const items = virtualizer.getVirtualItems()
  return (
    <GridFrame
      {...props}
      scroller={scroller}
      indexes={items.map((i) => i.index)}
      before={(items[0]?.start ?? heights.head) - heights.head}
      after={virtualizer.getTotalSize() - ((items.at(-1)?.end ?? heights.head) - heights.head)}
      reveal={(at) => virtualizer.scrollToIndex(at)}
    />
  )
}

/** Heights of the theme in pixels, which the virtual list has to know before a row is drawn; read as soon as the table stands. */
function useHeights(of: RefObject<HTMLElement | null>): Record<Density | 'head', number> {
  const [heights, setHeights] = useState({ head: 36, comfortable: 36, compact: 28 })
  useLayoutEffect(() => {
    if (!of.current) return
    const style = getComputedStyle(of.current)
    const px = (name: string, usual: number) => Number.parseFloat(style.getPropertyValue(name)) || usual
    const row = px('--mg-row', 36)
    setHeights({ head: row, comfortable: row, compact: px('--mg-row-dense', 28) })
  }, [of])
  return heights
}
