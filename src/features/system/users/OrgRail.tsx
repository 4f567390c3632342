/** The organisations beside the list: choosing one narrows the list to it and all below, and whoever keeps users keeps the tree. */
import './org.css'
import { type CSSProperties, type DragEvent, type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { format, t } from '../../../i18n/index.ts'
import type { Org } from '../../../contract/system/routes.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import type { RailViewProps } from '../../../kit/list/list.tsx'
import { orgTree } from '../../../kit/pick/orgs.logic.ts'
import { Select } from '../../../kit/resource/input/Select.tsx'
import { IconButton } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { Menu, type MenuItem } from '../../../ui/Menu.tsx'
import { ProblemView } from '../../../ui/ProblemView.tsx'
import { toast } from '../../../ui/toast.ts'
import { OrgDialog, type OrgTask } from './OrgDialog.tsx'
import { type Line, linesOf, mayMove, type Place, placeAt, placeByKey, type Side, sideAt } from './orgRail.logic.ts'

/** Of people without an organisation; the server knows it by this word. */
const none = 'none'

export function OrgRail({ value, onChange }: RailViewProps) {
  const tree = useRead('GET /orgs/tree', undefined)
  const [task, setTask] = useState<OrgTask>()
  const chosen = value[0] ?? ''
  if (tree.error && !tree.data)
    return (
      <aside className="kit-rail">
        <ProblemView compact problem={tree.error} onRetry={tree.refetch} />
      </aside>
    )
  if (!tree.data)
    return (
      <aside className="kit-rail">
        <Loading kind="text" rows={8} />
      </aside>
    )
  const orgs = tree.data.items
  const pick = (id: string) => onChange(id ? [id] : [])
  const removed = (id: string) => chosen === id && onChange([])
  return (
    <aside className="kit-rail org-rail" aria-label={t('user.field.org_id')}>
      <div className="org-rail-head">
        <h2 className="mg-label">{t('user.field.org_id')}</h2>
        <IconButton
          size="small"
          icon="plus"
          label={t('user.org.add_top')}
          onClick={() => setTask({ at: 'add', parent: undefined })}
        />
      </div>
      <ul className="org-fixed">
        {(['', none] as const).map((id) => (
          <li key={id}>
            <button type="button" aria-current={chosen === id ? 'true' : undefined} onClick={() => pick(id)}>
              <span className="mg-ellipsis">{t(id === '' ? 'user.org.all' : 'user.org.none')}</span>
            </button>
          </li>
        ))}
      </ul>
      <Tree orgs={orgs} chosen={chosen} onPick={pick} onTask={setTask} />
      <p className="mg-hint org-keys">{t('user.org.keys')}</p>
      <Select
        className="kit-rail-select"
        aria-label={t('user.field.org_id')}
        value={chosen}
        options={[
          { value: '', label: t('user.org.all') },
          { value: none, label: t('user.org.none') },
          ...linesOf(orgTree(orgs), new Set()).map(({ node, level }) => ({
            value: node.org.id,
            label: `${'\u2003'.repeat(level - 1)}${node.org.name}`,
          })),
        ]}
        onChange={pick}
      />
      {task && <OrgDialog task={task} orgs={orgs} onClose={() => setTask(undefined)} onRemoved={removed} />}
    </aside>
  )
}

interface TreeProps {
  orgs: readonly Org[]
  chosen: string
  onPick: (id: string) => void
  onTask: (task: OrgTask) => void
}

function Tree({ orgs, chosen, onPick, onTask }: TreeProps) {
  const roots = useMemo(() => orgTree(orgs), [orgs])
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const lines = useMemo(() => linesOf(roots, folded), [roots, folded])
  const [at, setAt] = useState(0)
  const [move] = useWrite('POST /orgs/:id/move')
  const list = useRef<HTMLDivElement>(null)
  const drag = useDrag()
  const current = Math.min(at, lines.length - 1)
  const versionOf = (id: string) => orgs.find((o) => o.id === id)?.version ?? 0

  const put = (id: string, place: Place | undefined) => {
    if (!place || place.before === id || !mayMove(roots, id, place)) return
    move({ params: { id }, body: { ...place, version: versionOf(id) } }).then(
      () => toast.ok(t('user.org.moved')),
      (e: unknown) => toast.problem(e),
    )
  }
  const focus = (to: number) => {
    const next = Math.max(0, Math.min(to, lines.length - 1))
    setAt(next)
    list.current?.querySelector<HTMLElement>(`[data-at="${next}"]`)?.focus()
  }
  const fold = (id: string, now: boolean) => {
    const next = new Set(folded)
    if (now) next.add(id)
    else next.delete(id)
    setFolded(next)
  }
  const onKeyDown = (e: KeyboardEvent) => {
    const line = lines[current]
    // keys of a line's menu are the menu's
    if (!line || (e.target as HTMLElement).getAttribute('role') !== 'treeitem') return
    const { org, children } = { org: line.node.org as Org, children: line.node.children }
    const acts: Record<string, () => void> = e.altKey
      ? Object.fromEntries(
          ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'].map((key) => [
            key,
            () => put(org.id, placeByKey(roots, org.id, key)),
          ]),
        )
      : {
          ArrowDown: () => focus(current + 1),
          ArrowUp: () => focus(current - 1),
          Home: () => focus(0),
          End: () => focus(lines.length - 1),
          ArrowRight: () => (children.length && !line.open ? fold(org.id, false) : focus(current + 1)),
          ArrowLeft: () =>
            children.length && line.open
              ? fold(org.id, true)
              : focus(lines.findLastIndex((l, i) => i < current && l.level < line.level)),
          Enter: () => onPick(org.id),
          ' ': () => onPick(org.id),
          F2: () => onTask({ at: 'rename', org }),
          Delete: () => onTask({ at: 'remove', org }),
          Insert: () => onTask({ at: 'add', parent: org }),
        }
    const act = acts[e.key]
    if (!act) return
    e.preventDefault()
    act()
  }

  return (
    <div ref={list} role="tree" aria-label={t('user.field.org_id')} className="org-tree" onKeyDown={onKeyDown}>
      {lines.map((line, i) => {
        const org = line.node.org as Org
        const place = drag.over?.id === org.id ? placeAt(roots, org.id, drag.over.side) : undefined
        const lands = drag.id && place && mayMove(roots, drag.id, place) ? drag.over?.side : undefined
        return (
          <div
            key={org.id}
            data-at={i}
            data-drop={lands}
            role="treeitem"
            aria-level={line.level}
            aria-expanded={line.node.children.length ? line.open : undefined}
            aria-selected={chosen === org.id}
            tabIndex={i === current ? 0 : -1}
            className="org-line"
            style={{ '--level': line.level } as CSSProperties}
            onFocus={() => setAt(i)}
            onClick={() => onPick(org.id)}
            {...drag.handlers(org.id, (id, side) => put(id, placeAt(roots, org.id, side)))}
          >
            <FoldMark line={line} onFold={() => fold(org.id, line.open)} />
            <span className="mg-ellipsis" title={org.name}>
              {org.name}
            </span>
            <span className="mg-num mg-faint" title={t('user.org.people', { n: org.users })}>
              {format.number(org.users)}
            </span>
            <span className="org-line-menu" onClick={(e) => e.stopPropagation()}>
              <Menu
                label={t('user.org.menu', { name: org.name })}
                trigger={<Icon name="more" />}
                triggerClass="mg-btn mg-btn-quiet mg-btn-small mg-btn-icon"
                items={tasksOf(org, onTask)}
              />
            </span>
          </div>
        )
      })}
    </div>
  )
}

const tasksOf = (org: Org, onTask: (task: OrgTask) => void): MenuItem[] => [
  { id: 'add', icon: 'plus', label: t('user.org.add_below'), onSelect: () => onTask({ at: 'add', parent: org }) },
  { id: 'rename', icon: 'edit', label: t('user.org.rename'), onSelect: () => onTask({ at: 'rename', org }) },
  { id: 'move', icon: 'swap', label: t('user.org.move'), onSelect: () => onTask({ at: 'move', org }) },
  {
    id: 'remove',
    icon: 'trash',
    danger: true,
    label: t('user.org.remove'),
    onSelect: () => onTask({ at: 'remove', org }),
  },
]

/** What is dragged and what it is over. */
function useDrag() {
  const [id, setId] = useState<string>()
  const [over, setOver] = useState<{ id: string; side: Side }>()
  const sideOf = (e: DragEvent) => {
    const box = e.currentTarget.getBoundingClientRect()
    return sideAt(e.clientY, box.top, box.height)
  }
  const end = () => {
    setId(undefined)
    setOver(undefined)
  }
  return {
    id,
    over,
    handlers: (line: string, onDrop: (id: string, side: Side) => void) => ({
      draggable: true,
      onDragStart: (e: DragEvent) => {
        e.dataTransfer.effectAllowed = 'move'
        e.dataTransfer.setData('text/plain', line)
        setId(line)
      },
      onDragOver: (e: DragEvent) => {
        if (id === undefined || id === line) return
        e.preventDefault()
        const side = sideOf(e)
        if (over?.id !== line || over.side !== side) setOver({ id: line, side })
      },
      onDrop: (e: DragEvent) => {
        e.preventDefault()
        if (id !== undefined && id !== line) onDrop(id, sideOf(e))
        end()
      },
      onDragEnd: end,
    }),
  }
}

/** For the mouse; the keyboard folds with the arrows. */
function FoldMark({ line, onFold }: { line: Line; onFold: () => void }) {
  if (!line.node.children.length) return <span className="org-fold" />
  return (
    <span
      className="org-fold"
      aria-hidden="true"
      onClick={(e) => {
        e.stopPropagation()
        onFold()
      }}
    >
      <Icon name={line.open ? 'chevron-down' : 'chevron-right'} />
    </span>
  )
}
