/** The tree by which rows are sorted as the filter beside their list. */
import { type ComponentType, useMemo, useState } from 'react'
import { format, t } from '../../i18n/index.ts'
import type { RailViewProps } from '../../kit/list/list.tsx'
import { useRows } from '../../kit/resource/calls.ts'
import { Tree } from '../../ui/data/Tree.tsx'
import { asSetRows, setLinesOf } from './sets.logic.ts'
import type { SortingTree } from './trees.ts'
import './sets.css'

const all = ''

export function setRail({ of: resource, words }: SortingTree): ComponentType<RailViewProps> {
  return function SetRail({ value, mine, onChange }) {
    const { data } = useRows(resource, { page_size: 200 })
    const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
    const rows = useMemo(() => asSetRows(data?.items), [data])
    const total = rows.filter((r) => r.parent_id === null).reduce((n, r) => n + r.all, 0)
    const lines = [
      { id: all, level: 1, open: undefined, name: t(`${words}_all`), n: total },
      ...setLinesOf(rows, folded).map((l) => ({ ...l, name: l.row.name, n: l.row.all })),
    ]
    return (
      <nav className="kit-rail" aria-label={t(`${words}_manage`)}>
        <Tree
          lines={lines}
          label={t(`${words}_manage`)}
          selected={(l) => (l.id === all ? value.length === 0 : value.length === 1 && value[0] === l.id)}
          onChoose={(l) => onChange(l.id === all ? [] : [l.id])}
          onFold={(l, open) => {
            const next = new Set(folded)
            if (open) next.delete(l.id)
            else next.add(l.id)
            setFolded(next)
          }}
        >
          {(l) => (
            <>
              <span className="mg-ellipsis bank-set-name" title={l.name}>
                {l.name}
              </span>
              {!mine && <span className="mg-num mg-faint">{format.number(l.n)}</span>}
            </>
          )}
        </Tree>
      </nav>
    )
  }
}
