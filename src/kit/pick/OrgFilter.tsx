import '../../ui/Field.css'
import './pick.css'
import { useMemo, useState } from 'react'
import { format, t } from '../../i18n/index.ts'
import { Tree, type TreeLine } from '../../ui/Tree.tsx'
import { matchingOrgs, type Org, type OrgNode, orgTree } from './orgs.logic.ts'

interface OrgFilterProps {
  orgs: readonly Org[]
  /** Undefined shows everybody. */
  value: string | undefined
  onChange: (id: string | undefined) => void
  label: string
}
interface Line extends TreeLine {
  name: string
  users: number
}
const everybody = 'everybody'

/** Organisations to look at one at a time, with those below it. */
export function OrgFilter({ orgs, value, onChange, label }: OrgFilterProps) {
  const [typed, setTyped] = useState('')
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const roots = useMemo(() => orgTree(orgs), [orgs])
  const lines = useMemo(() => {
    const shown = matchingOrgs(roots, typed)
    const sum = roots.reduce((n, r) => n + r.org.users, 0)
    const out: Line[] = [{ id: everybody, level: 1, name: t('kit.pick.orgs_all'), users: sum }]
    const visit = (nodes: readonly OrgNode[], level: number): void => {
      for (const { org, children } of nodes) {
        if (shown && !shown.has(org.id)) continue
        const open = children.length ? shown !== undefined || !folded.has(org.id) : undefined
        out.push({ id: org.id, level, open, name: org.name, users: org.users })
        if (open) visit(children, level + 1)
      }
    }
    visit(roots, 1)
    return out
  }, [roots, typed, folded])
  const fold = ({ id }: Line, open: boolean) => {
    const next = new Set(folded)
    if (open) next.delete(id)
    else next.add(id)
    setFolded(next)
  }
  return (
    <div className="kit-org-filter">
      <input
        type="search"
        className="mg-field"
        aria-label={t('kit.audience.orgs_search')}
        placeholder={t('kit.audience.orgs_search')}
        value={typed}
        onChange={(e) => setTyped(e.target.value)}
      />
      <div className="kit-org-lines">
        <Tree
          lines={lines}
          label={label}
          selected={(l) => l.id === (value ?? everybody)}
          onFold={fold}
          onChoose={(l) => onChange(l.id === everybody ? undefined : l.id)}
        >
          {(l) => (
            <>
              <span className="mg-ellipsis kit-org-name" title={l.name}>
                {l.name}
              </span>
              <span className="mg-faint mg-num">{format.number(l.users)}</span>
            </>
          )}
        </Tree>
      </div>
    </div>
  )
}
