import { lazy, Suspense, useRef } from 'react'
import { GridFrame, type GridProps } from './GridFrame.tsx'

/** Shorter pages are drawn whole: the browser's own search on the page then finds everything. */
const drawnWhole = 60

const VirtualGrid = lazy(() => import('./VirtualGrid.tsx').catch(() => ({ default: WholeGrid })))

/** The rows of a page. Of a long one its beginning stands there until the code for the rest has come. */
export function Grid(props: GridProps) {
  if ((props.list.data?.items.length ?? 0) <= drawnWhole) return <WholeGrid {...props} />
  return (
    <Suspense fallback={<WholeGrid {...props} most={drawnWhole} />}>
      <VirtualGrid {...props} />
    </Suspense>
  )
}

function WholeGrid({ most = Number.POSITIVE_INFINITY, ...props }: GridProps & { most?: number }) {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = props.list.data?.items ?? []
  return (
    <GridFrame
      {...props}
      scroller={scroller}
      indexes={rows.slice(0, most).map((_, i) => i)}
      reveal={(at) => scroller.current?.querySelector(`[data-row="${at}"]`)?.scrollIntoView({ block: 'nearest' })}
    />
  )
}
