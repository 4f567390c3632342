import '../../ui/input/Field.css'
import './pick.css'
import { useMemo, useState } from 'react'
import { format, t } from '../../i18n/index.ts'
import { Tree, type TreeProps } from '../../ui/data/Tree.tsx'
import { matchingOrgs, type OrgOption, type OrgLine, orgLines, orgTree } from './orgs.logic.ts'

type Use = Pick<TreeProps<OrgLine>, 'checked' | 'selected' | 'keys' | 'drag' | 'menu' | 'onChoose'>

interface OrgTreeProps extends Use {
  orgs: readonly OrgOption[]
  label: string
  /** Lines that are no organisation, on top whatever is searched for. */
  above?: readonly OrgLine[]
}

const nothing: ReadonlySet<string> = new Set()

/** The organisations as a tree that a search narrows and opens. What a line is for is said by whoever shows it: chosen, ticked, moved. */
export function OrgTree({ orgs, label, above = [], ...use }: OrgTreeProps) {
  const [typed, setTyped] = useState('')
  const [folded, setFolded] = useState(nothing)
  // what is folded while searching is forgotten with the search
  const [foldedInSearch, setFoldedInSearch] = useState(nothing)
  const roots = useMemo(() => orgTree(orgs), [orgs])
  const shown = useMemo(() => matchingOrgs(roots, typed), [roots, typed])
  const now = shown ? foldedInSearch : folded
  const lines = useMemo(() => orgLines(roots, now, shown), [roots, now, shown])
  const fold = ({ id }: OrgLine, open: boolean) => {
    const next = new Set(now)
    if (open) next.delete(id)
    else next.add(id)
    if (shown) setFoldedInSearch(next)
    else setFolded(next)
  }
  if (orgs.length === 0 && above.length === 0) return <p className="mg-faint">{t('kit.audience.orgs_none')}</p>
  return (
    <div className="kit-orgs">
      <input
        type="search"
        className="mg-field"
        aria-label={t('kit.audience.orgs_search')}
        placeholder={t('kit.audience.orgs_search')}
        value={typed}
        onChange={(e) => {
          setTyped(e.target.value)
          setFoldedInSearch(nothing)
        }}
      />
      <div className="kit-org-lines">
        <Tree lines={[...above, ...lines]} label={label} onFold={fold} {...use}>
          {(l) => (
            <>
              <span className="mg-ellipsis kit-org-name" title={l.name}>
                {l.name}
              </span>
              {l.users !== undefined && (
                <span className="mg-faint mg-num" title={t('kit.audience.users_in', { n: l.users })}>
                  {format.number(l.users)}
                </span>
              )}
            </>
          )}
        </Tree>
        {lines.length === 0 && (
          <p className="mg-faint kit-org-none">{t(shown ? 'kit.audience.orgs_no_match' : 'kit.audience.orgs_none')}</p>
        )}
      </div>
    </div>
  )
}
