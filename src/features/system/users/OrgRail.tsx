/** The organisations beside the list: choosing one narrows the list to it and all below, and whoever keeps users keeps the tree. */
import './org.css'
import { useMemo, useState } from 'react'
import { useMayChange } from '../../../kit/session/access.ts'
import { t } from '../../../i18n/index.ts'
import type { Org } from '../../../contract/system/routes.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import type { RailViewProps } from '../../../kit/list/list.tsx'
import { type OrgLine, orgLines, orgTree } from '../../../kit/pick/orgs.logic.ts'
import { OrgTree } from '../../../kit/pick/OrgTree.tsx'
import { NativeSelect } from '../../../kit/resource/input/Select.tsx'
import { IconButton } from '../../../ui/input/Button.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import type { MenuItem } from '../../../ui/input/Menu.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { OrgDialog, type OrgTask } from './OrgDialog.tsx'
import { mayMove, type OrgDropTarget, placeAt, placeByKey } from './orgRail.logic.ts'

/** Of people without an organisation; the server knows it by this word. */
const none = 'none'
const all = ''

export function OrgRail({ value, onChange }: RailViewProps) {
  const mayChange = useMayChange('user-manage')
  const tree = useRead('GET /orgs/tree', undefined)
  const [task, setTask] = useState<OrgTask>()
  const chosen = value[0] ?? all
  if (!tree.data)
    return (
      <aside className="kit-rail">
        {tree.error ? (
          <ProblemView compact problem={tree.error} onRetry={tree.refetch} />
        ) : (
          <Loading kind="text" rows={8} />
        )}
      </aside>
    )
  const orgs = tree.data.items
  const pick = (id: string) => onChange(id === all ? [] : [id])
  const removed = (id: string) => chosen === id && onChange([])
  const above: OrgLine[] = [
    { id: all, level: 1, name: t('user.org.all') },
    { id: none, level: 1, name: t('user.org.none') },
  ]
  return (
    <aside className="kit-rail org-rail" aria-label={t('user.field.org_id')}>
      <div className="org-rail-head">
        <h2 className="mg-label">{t('user.field.org_id')}</h2>
        {mayChange && (
          <IconButton
            size="small"
            icon="plus"
            label={t('user.org.add_top')}
            onClick={() => setTask({ at: 'add', parent: undefined })}
          />
        )}
      </div>
      <Kept orgs={orgs} above={above} chosen={chosen} onPick={pick} onTask={setTask} />
      {mayChange && <p className="mg-hint org-keys">{t('user.org.keys')}</p>}
      <NativeSelect
        className="kit-rail-select"
        aria-label={t('user.field.org_id')}
        value={chosen}
        options={[...above, ...orgLines(orgTree(orgs))].map(({ id, level, name }) => ({
          value: id,
          label: `${'\u2003'.repeat(level - 1)}${name}`,
        }))}
        onChange={pick}
      />
      {task && <OrgDialog task={task} orgs={orgs} onClose={() => setTask(undefined)} onRemoved={removed} />}
    </aside>
  )
}

interface KeptProps {
  orgs: readonly Org[]
  above: readonly OrgLine[]
  chosen: string
  onPick: (id: string) => void
  onTask: (task: OrgTask) => void
}

/** The tree as its keeper has it: lines are dragged, moved by Alt and arrows, renamed, added to and removed. */
function Kept({ orgs, above, chosen, onPick, onTask }: KeptProps) {
  const mayChange = useMayChange('user-manage')
  const roots = useMemo(() => orgTree(orgs), [orgs])
  const byId = useMemo(() => new Map(orgs.map((o) => [o.id, o])), [orgs])
  const parents = useMemo(() => new Set(orgs.map((o) => o.parent_id)), [orgs])
  const [move] = useWrite('POST /orgs/:id/move')
  const may = (id: string, place: OrgDropTarget | undefined): place is OrgDropTarget =>
    place !== undefined && place.before !== id && mayMove(roots, id, place)
  const put = (id: string, place: OrgDropTarget | undefined) => {
    if (!may(id, place)) return
    move({ params: { id }, body: { ...place, version: byId.get(id)?.version ?? 0 } }).then(
      () => toast.ok(t('user.org.moved')),
      (e: unknown) => toast.problem(e),
    )
  }
  return (
    <OrgTree
      orgs={orgs}
      label={t('user.field.org_id')}
      above={above}
      selected={(l) => l.id === chosen}
      onChoose={(l) => onPick(l.id)}
      keys={({ id }, e) => {
        const org = byId.get(id)
        if (!org || !mayChange) return undefined
        if (e.altKey) return e.key.startsWith('Arrow') ? () => put(id, placeByKey(roots, id, e.key)) : undefined
        const task = taskByKey(e.key, org)
        return task && (() => onTask(task))
      }}
      drag={{
        may: (id) => mayChange && byId.has(id),
        lands: (id, on, side) => may(id, placeAt(roots, on, side)),
        onDrop: (id, on, side) => put(id, placeAt(roots, on, side)),
      }}
      menu={({ id }) => {
        const org = byId.get(id)
        return org && mayChange
          ? {
              label: t('user.org.menu', { name: org.name }),
              items: tasksOf(org, org.users === 0 && !parents.has(id), onTask),
            }
          : undefined
      }}
    />
  )
}

const taskByKey = (key: string, org: Org): OrgTask | undefined => {
  switch (key) {
    case 'F2':
      return { at: 'rename', org }
    case 'Delete':
      return { at: 'remove', org }
    case 'Insert':
      return { at: 'add', parent: org }
    default:
      return undefined
  }
}

const tasksOf = (org: Org, empty: boolean, onTask: (task: OrgTask) => void): MenuItem[] => [
  { id: 'add', icon: 'plus', label: t('user.org.add_below'), onSelect: () => onTask({ at: 'add', parent: org }) },
  { id: 'rename', icon: 'edit', label: t('user.org.rename'), onSelect: () => onTask({ at: 'rename', org }) },
  { id: 'move', icon: 'swap', label: t('user.org.move'), onSelect: () => onTask({ at: 'move', org }) },
  {
    id: 'remove',
    icon: 'trash',
    danger: true,
    disabled: !empty,
    ...(empty ? {} : { note: t('user.org.not_empty') }),
    label: t('user.org.remove'),
    onSelect: () => onTask({ at: 'remove', org }),
  },
]
