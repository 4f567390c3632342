/** Whether the page of a task shows its machines beside it: its address says so, so that it is the same page, its drafts and its time. */
import { useSearchParams } from 'react-router-dom'
import type { ConsoleKind } from '../../../contract/scene/node.ts'

export interface LabAt {
  scene: string
  first: { node: string; kind: ConsoleKind } | undefined
  /** The console that was asked for is open. */
  taken: () => void
  /** Back to the task alone. */
  leave: () => void
}

export function useLab(): LabAt | undefined {
  const [query, setQuery] = useSearchParams()
  const scene = query.get('lab')
  if (!scene) return undefined
  const node = query.get('node')
  const without = (...names: string[]) =>
    setQuery(
      (now) => {
        for (const name of names) now.delete(name)
        return now
      },
      { replace: true },
    )
  return {
    scene,
    first: node ? { node, kind: query.get('kind') === 'desktop' ? 'desktop' : 'terminal' } : undefined,
    taken: () => without('node', 'kind'),
    leave: () => without('lab', 'node', 'kind'),
  }
}
