/** The permissions of a role: the tree they are chosen from, and beside it what its holder will find. */
import './role.css'
import { useMemo, useState } from 'react'
import { folders } from '../../../contract/screens/index.ts'
import {
  givenOf,
  isPermission,
  normalised,
  permissionWarnings,
  type PermissionNode,
  setGiven,
} from '../../../contract/system/permissions.ts'
import { format, t } from '../../../i18n/index.ts'
import type { ControlProps } from '../../../kit/form/declare.ts'
import { useSession } from '../../../kit/session/use.ts'
import { Button } from '../../../ui/input/Button.tsx'
import type { Role } from '../../../contract/system/role.schema.ts'
import { Icon, type IconName } from '../../../ui/icon/Icon.tsx'
import { Kbd } from '../../../ui/data/Kbd.tsx'
import { Tree } from '../../../ui/data/Tree.tsx'
import {
  atFirst,
  builtOf,
  foldable,
  searchPermissions,
  lent,
  tickOf,
  permissionLinesOf,
  offersReading,
  readOnlyOf,
  type PermissionLine,
  pieces,
  type Rights,
  rightsOf,
  type GrantLevel,
  steps,
  nextGrantLevel,
  whyNot,
} from './tree.logic.ts'
import { screenTitle, permissionTitle } from './title.ts'
import { WhatItShows } from './WhatItShows.tsx'
import { isOneOf, keysOf } from '../../../contract/lib/typed.ts'

const none: readonly string[] = []
/** What is counted is pages, here as on each folder and in the preview. */
const allPages = builtOf(rightsOf('all').opened).length
const matches = (n: PermissionNode, typed: string): boolean =>
  permissionTitle(n).toLowerCase().includes(typed) || (n.grant ?? '').includes(typed)

/** The role that everything is given to has no permissions of its own: it is shown what it holds, and nothing to choose. */
export function PermissionControl(props: ControlProps) {
  if ((props.row as Partial<Role> | undefined)?.key !== 'super') return <Choice {...props} />
  return (
    <div className="role-permissions">
      <div className="role-choose">
        <p className="kit-note role-unknown">
          <Icon name="check" /> <span>{t('role.holds_all')}</span>
        </p>
      </div>
      <WhatItShows grants="all" />
    </div>
  )
}

function Choice({ id, value, disabled, describedBy, onChange, onLeave }: ControlProps) {
  const names = useMemo(() => (Array.isArray(value) ? (value as unknown[]).map(String) : []), [value])
  const rights = useMemo(() => rightsOf(names), [names])
  const reads = readOnlyOf(rights).length
  const phase = useSession()
  const grants = phase.at === 'in' ? phase.permissions.grants : none
  const held = useMemo(() => rightsOf(grants), [grants])
  const [typed, setTyped] = useState('')
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(() => atFirst(rights.opened))
  const lines = useMemo(() => {
    const hits = searchPermissions(typed, permissionTitle)
    return permissionLinesOf(unfolded, hits && { found: hits, hit: (n) => matches(n, typed.trim().toLowerCase()) })
  }, [unfolded, typed])
  const unknown = names.filter((n) => !isPermission(n))
  const give = (n: PermissionNode, to: GrantLevel | undefined) => {
    if (!disabled && to !== undefined) onChange(setGiven(names, n, to))
  }
  const fold = ({ id: line }: PermissionLine, open: boolean) => {
    const next = new Set(unfolded)
    if (open) next.add(line)
    else next.delete(line)
    setUnfolded(next)
  }
  return (
    <div className="role-permissions" onBlur={onLeave}>
      <div className="role-choose">
        <div className="role-choose-bar">
          <input
            type="search"
            className="mg-field"
            aria-label={t('role.search')}
            placeholder={t('role.search')}
            value={typed}
            onChange={(e) => setTyped(e.target.value)}
          />
          <Button size="small" tone="quiet" onClick={() => setUnfolded(new Set(foldable()))}>
            {t('role.unfold_all')}
          </Button>
          <Button size="small" tone="quiet" onClick={() => setUnfolded(new Set())}>
            {t('role.fold_all')}
          </Button>
          <span className="mg-num role-count" role="status">
            {t('role.count', { n: format.number(builtOf(rights.opened).length), all: format.number(allPages) })}
            {reads > 0 && `, ${t('role.reading_n', { n: reads })}`}
          </span>
        </div>
        {unknown.length > 0 && (
          <p className="kit-note-warn role-unknown">
            <span>{t('role.unknown', { names: format.list(unknown) })}</span>
            <Button size="small" disabled={disabled} onClick={() => onChange(normalised(names))}>
              {t('role.unknown_drop')}
            </Button>
          </p>
        )}
        {lines.length === 0 && <p className="mg-faint role-none">{t('role.no_match')}</p>}
        <p className="role-keys" id={`${id}-keys`}>
          <span>
            <Kbd keys={t('role.key_space')} /> {t('role.key_give')}
          </span>
          <span>
            <Kbd keys="R" /> {t('role.key_read')}
          </span>
        </p>
        <div className="role-tree">
          <Tree
            lines={lines}
            labelledBy={`${id}-label`}
            describedBy={[describedBy, `${id}-keys`].filter(Boolean).join(' ')}
            checked={(l) => tickOf(l.node, rights)}
            disabled={(l) => disabled || whyNot(l.node, rights, held) !== undefined}
            keys={(l, e) =>
              e.key.toLowerCase() === 'r' && !(e.ctrlKey || e.metaKey || e.altKey) && offersReading(l.node)
                ? () => give(l.node, lent(l.node, rights, held))
                : undefined
            }
            onFold={fold}
            onChoose={(l) => give(l.node, nextGrantLevel(l.node, rights, held))}
          >
            {(l) => (
              <Line
                line={l}
                typed={typed}
                rights={rights}
                held={held}
                disabled={disabled}
                onGive={(to) => give(l.node, to)}
              />
            )}
          </Tree>
        </div>
        {/* below the tree: a warning that comes or goes above it would move the line the next click is meant for */}
        {!disabled && <Warnings grants={names} />}
      </div>
      <WhatItShows grants={names} />
    </div>
  )
}

/** Most screens a warning names. */
const mostNamed = 4

/** What the role would not do although it looks complete. */
function Warnings({ grants }: { grants: readonly string[] }) {
  const all = permissionWarnings(grants)
  return (
    <div role="status">
      {all.map((w) => (
        <p key={w.rule} className="kit-note-warn role-unknown">
          <Icon name="warn" />{' '}
          {w.rule === 'reaches_nothing'
            ? t('role.reaches_nothing')
            : t('role.without_menu', {
                n: w.screens.length,
                names: format.list(w.screens.slice(0, mostNamed).map((s) => `“${screenTitle(s.screen)}”`)),
                from: format.list([...new Set(w.screens.map((s) => s.from))].slice(0, mostNamed).map(screenTitle)),
              })}
        </p>
      ))}
    </div>
  )
}

interface LineProps {
  line: PermissionLine
  typed: string
  rights: Rights
  held: Rights
  disabled: boolean
  onGive: (to: GrantLevel) => void
}
function Line({ line: { node: n }, typed, rights, held, disabled, onGive }: LineProps) {
  const title = permissionTitle(n)
  const { opened } = rights
  const why = whyNot(n, rights, held)
  const icon: IconName | undefined =
    n.kind === 'folder' && isOneOf(keysOf(folders), n.name)
      ? folders[n.name].icon
      : n.kind === 'displays'
        ? 'image'
        : n.kind === 'desk'
          ? 'home'
          : undefined
  const built = builtOf(n.screens)
  const open = built.filter((s) => opened.has(s)).length
  return (
    <>
      {icon && <Icon name={icon} />}
      <span className="role-line-title mg-ellipsis" title={title}>
        {pieces(title, typed).map((p, i) => (p.hit ? <mark key={i}>{p.text}</mark> : p.text))}
      </span>
      {why && (
        <span className="role-note">
          {why.is !== 'carried' && <Icon name="lock" />}
          {why.is === 'carried'
            ? t('role.carried', { name: screenTitle(why.by) })
            : t(why.is === 'not-held' ? 'role.not_held' : 'role.partly_held')}
        </span>
      )}
      {offersReading(n) && <Levels node={n} rights={rights} held={held} disabled={disabled} onGive={onGive} />}
      {n.children.length > 0 && (
        <span className="role-share mg-num">
          {format.number(open)}/{format.number(built.length)}
        </span>
      )}
    </>
  )
}

const levels = ['read', 'all'] as const
/** Reading, or reading and changing. For the mouse: the keyboard has Space and R on the line itself, whose name says how far it is given. */
function Levels({
  node,
  rights,
  held,
  disabled,
  onGive,
}: Omit<LineProps, 'line' | 'typed'> & { node: PermissionNode }) {
  const now = givenOf(node, rights.opened, rights.changed)
  const can = disabled ? [] : steps(node, rights, held)
  // a desk or folder of which nobody here gives the whole has its parts to choose from
  if (now !== 'read' && now !== 'all' && !levels.some((l) => can.includes(l))) return null
  return (
    <>
      {now === 'read' && <span className="mg-sr">{t('role.reading')}</span>}
      <span className="role-levels" aria-hidden="true" data-now={now}>
        {levels.map((to) => (
          <span
            key={to}
            className="role-level"
            data-on={now === to || undefined}
            data-off={!can.includes(to) || undefined}
            onClick={(e) => {
              e.stopPropagation()
              if (can.includes(to)) onGive(now === to && can.includes('off') ? 'off' : to)
            }}
          >
            {t(to === 'read' ? 'role.reading' : 'role.changing')}
          </span>
        ))}
      </span>
    </>
  )
}
