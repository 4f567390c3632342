/** How a form of the inspector changes the drawing. */
import { useCallback } from 'react'
import type { TopologyDocument } from '../../../../contract/topology/document.ts'
import { format, t } from '../../../../i18n/index.ts'
import { toast } from '../../../../ui/feedback/toast.ts'
import { joinAll, wentAlong } from '../model/networks.ts'
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

const named = 3
interface JoinNetwork {
  /** @param meant nodes of which nothing is said */
  (node: string, port: string, network: string | null, meant?: readonly string[]): void
}
/** Puts a port into a network with everything wired to it, and says whose ports went along. */
export function useJoinNetwork(): JoinNetwork {
  const store = useEditorStore()
  const { write, done } = useDrawingWriter()
  return (node, port, network, meant = [node]) => {
    const before = store.getState().history.now
    write((d) => joinAll(d, node, port, network))
    done()
    const along = wentAlong(before, store.getState().history.now, meant)
    const more = Math.max(0, along.length - named)
    if (along.length)
      toast.info(t('editor.went_along', { n: along.length, more, names: format.list(along.slice(0, named)) }))
  }
}
