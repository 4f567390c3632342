import '../../ui/Field.css'
import './audience.css'
import { type CSSProperties, type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { Icon } from '../../ui/Icon.tsx'
import { marksOf, matchingOrgs, type Org, type OrgMark, type OrgNode, orgTree, toggleOrg } from '../pick/orgs.logic.ts'

interface OrgTreeProps {
  orgs: readonly Org[]
  value: readonly string[]
  onChange: (ids: string[]) => void
  label: string
}
interface Line {
  node: OrgNode
  level: number
  open: boolean
}

/** The organisations as a tree with boxes of three states: arrows walk and fold it, Space chooses, a search narrows it. */
export function OrgTree({ orgs, value, onChange, label }: OrgTreeProps) {
  const roots = useMemo(() => orgTree(orgs), [orgs])
  const marks = useMemo(() => marksOf(roots, new Set(value)), [roots, value])
  const [typed, setTyped] = useState('')
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [at, setAt] = useState(0)
  const tree = useRef<HTMLDivElement>(null)

  const shown = matchingOrgs(roots, typed)
  const lines = useMemo(() => {
    const out: Line[] = []
    const walk = (nodes: readonly OrgNode[], level: number) => {
      for (const node of nodes) {
        if (shown && !shown.has(node.org.id)) continue
        // a search opens everything on the way
        const open = shown !== undefined || !folded.has(node.org.id)
        out.push({ node, level, open })
        if (open) walk(node.children, level + 1)
      }
    }
    walk(roots, 1)
    return out
  }, [roots, shown, folded])
  const current = Math.min(at, lines.length - 1)

  const walkTo = (next: number) => {
    const to = Math.max(0, Math.min(next, lines.length - 1))
    setAt(to)
    tree.current?.querySelector<HTMLElement>(`[data-at="${to}"]`)?.focus()
  }
  const fold = (id: string, now: boolean) => {
    const next = new Set(folded)
    if (now) next.add(id)
    else next.delete(id)
    setFolded(next)
  }
  const onKeyDown = (e: KeyboardEvent) => {
    const line = lines[current]
    if (!line) return
    const { node, open, level } = line
    const keys: Record<string, () => void> = {
      ArrowDown: () => walkTo(current + 1),
      ArrowUp: () => walkTo(current - 1),
      Home: () => walkTo(0),
      End: () => walkTo(lines.length - 1),
      ArrowRight: () => (node.children.length && !open ? fold(node.org.id, false) : walkTo(current + 1)),
      ArrowLeft: () => {
        if (node.children.length && open && !shown) fold(node.org.id, true)
        else walkTo(lines.findLastIndex((l, i) => i < current && l.level < level))
      },
      ' ': () => onChange(toggleOrg(roots, value, node.org.id)),
    }
    const act = keys[e.key]
    if (!act) return
    e.preventDefault()
    act()
  }

  if (orgs.length === 0) return <p className="mg-faint">{t('kit.audience.orgs_none')}</p>
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
          setAt(0)
        }}
      />
      {lines.length === 0 && <p className="mg-faint">{t('kit.audience.orgs_no_match')}</p>}
      <div
        ref={tree}
        role="tree"
        aria-label={label}
        aria-multiselectable="true"
        className="kit-tree"
        onKeyDown={onKeyDown}
      >
        {lines.map(({ node, level, open }, i) => {
          const { id, name, users } = node.org
          const mark = marks.get(id) ?? 'off'
          return (
            <div
              key={id}
              data-at={i}
              role="treeitem"
              aria-level={level}
              aria-expanded={node.children.length ? open : undefined}
              aria-checked={mark === 'some' ? 'mixed' : mark === 'on'}
              aria-selected={i === current}
              tabIndex={i === current ? 0 : -1}
              className="kit-org"
              style={{ '--level': level } as CSSProperties}
              onClick={() => {
                setAt(i)
                onChange(toggleOrg(roots, value, id))
              }}
            >
              <FoldMark has={node.children.length > 0} open={open} onFold={() => fold(id, open)} />
              <BoxMark mark={mark} />
              <span className="mg-ellipsis">{name}</span>
              <span className="mg-faint mg-num">{t('kit.audience.users_in', { n: users })}</span>
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** For the mouse; the keyboard folds with the arrows. */
function FoldMark({ has, open, onFold }: { has: boolean; open: boolean; onFold: () => void }) {
  if (!has) return <span className="kit-fold" />
  return (
    <span
      className="kit-fold"
      aria-hidden="true"
      onClick={(e) => {
        e.stopPropagation()
        onFold()
      }}
    >
      <Icon name={open ? 'chevron-down' : 'chevron-right'} />
    </span>
  )
}

function BoxMark({ mark }: { mark: OrgMark }) {
  return (
    <span className={`kit-mark kit-mark-${mark}`} aria-hidden="true">
      {mark !== 'off' && <Icon name={mark === 'on' ? 'check' : 'minus'} />}
    </span>
  )
}
