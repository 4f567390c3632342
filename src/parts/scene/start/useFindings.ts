import { useEffect, useState } from 'react'
import type { TopologyDocument } from '../../../contract/topology/document.ts'
import type { Finding } from '../../../contract/topology/finding.ts'
import { loadMessages } from '../../../i18n/index.ts'
import { useCached } from '../../../kit/data/api.ts'

interface Drawn {
  id: string
  name: string
  document: TopologyDocument
  editable_nodes: number | null
}

export interface CheckedTopology {
  document: TopologyDocument
  findings: readonly Finding[]
  /** The server starts no scene of it. */
  refused: boolean
}

// the editor saves past the cache
const useDrawn = (id: string) =>
  useCached<Drawn>('GET /topologies/:id/document', { params: { id } }, { skip: id === '', fresh: true })

/** What the topology is called; undefined before it was read, and for whoever may not read it. */
export function useDrawnName(id: string): string | undefined {
  const { data } = useDrawn(id)
  return data?.id === id ? data.name : undefined
}

/** What the check finds in the drawing as it is stored; none before it was read, nor for whoever may not read it. */
export function useFindings(id: string): CheckedTopology | undefined {
  const { data } = useDrawn(id)
  const [checked, setChecked] = useState<CheckedTopology & { of: object }>()
  useEffect(() => {
    if (!data) return
    let here = true
    // the check and its words are the editor's: they come with the first drawing
    void Promise.all([import('../../../contract/topology/check.ts'), loadMessages('editor')]).then(
      ([{ check, startRefusals }]) => {
        const { document, editable_nodes: editableNodes } = data
        const findings = check(document, { editableNodes })
        if (here) setChecked({ of: data, document, findings, refused: startRefusals(findings).length > 0 })
      },
      // a drawing that could not be checked is started as before
      () => {},
    )
    return () => {
      here = false
    }
  }, [data])
  return data && id === data.id && checked?.of === data && checked.findings.length > 0 ? checked : undefined
}
