/** How a form of the inspector changes the drawing. */
import { useCallback } from 'react'
import type { TopologyDocument } from '../../../../contract/topology/document.ts'
import { useEditorStore } from '../store.ts'

export interface DrawingWriter {
  /** @param mark changes with the same mark, one after the other, are undone together */
  write: (change: (doc: TopologyDocument) => TopologyDocument, mark?: string) => void
  done: () => void
}

export function useDrawingWriter(): DrawingWriter {
  const store = useEditorStore()
  const write = useCallback<DrawingWriter['write']>(
    (change, mark) => {
      const doc = change(store.getState().history.now)
      store.dispatch({ type: 'changed', change: mark === undefined ? { doc } : { doc, mark } })
    },
    [store],
  )
  const done = useCallback(() => void store.dispatch({ type: 'sealed' }), [store])
  return { write, done }
}
