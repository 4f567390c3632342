/** The permissions of a role: the tree they are chosen from, and beside it what its holder will find. */
import './role.css'
import { useMemo, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { folders } from '../../../contract/screens/index.ts'
import {
  isPermission,
  markOf,
  normalised,
  openedBy,
  permissionWarnings,
  type PermissionNode,
  toggled,
} from '../../../contract/system/permissions.ts'
import { format, t } from '../../../i18n/index.ts'
import type { ControlProps } from '../../../kit/form/declare.ts'
import { useSession } from '../../../kit/session/use.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import { Tree } from '../../../ui/Tree.tsx'
import {
  atFirst,
  builtOf,
  foldable,
  found,
  linesOf,
  type PermissionLine,
  pieces,
  type Why,
  whyNot,
} from './tree.logic.ts'
import { screenTitle, titleOf } from './title.ts'
import { WhatItShows } from './WhatItShows.tsx'

const none: readonly string[] = []
const matches = (n: PermissionNode, typed: string): boolean =>
  titleOf(n).toLowerCase().includes(typed) || (n.grant ?? '').includes(typed)

export function PermissionControl({ id, value, disabled, describedBy, onChange, onLeave }: ControlProps) {
  const names = useMemo(() => (Array.isArray(value) ? (value as unknown[]).map(String) : []), [value])
  const opened = useMemo(() => openedBy(names), [names])
  const phase = useSession()
  const grants = phase.at === 'in' ? phase.permissions.grants : none
  const held = useMemo(() => openedBy(grants), [grants])
  const [typed, setTyped] = useState('')
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(() => atFirst(opened))
  const lines = useMemo(() => {
    const hits = found(typed, titleOf)
    return linesOf(unfolded, hits && { found: hits, hit: (n) => matches(n, typed.trim().toLowerCase()) })
  }, [unfolded, typed])
  const unknown = names.filter((n) => !isPermission(n))
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
          <Count n={names.length} />
        </div>
        {unknown.length > 0 && (
          <p className="kit-note-warn role-unknown">
            <span>{t('role.unknown', { names: format.list(unknown) })}</span>
            <Button size="small" disabled={disabled} onClick={() => onChange(normalised(names))}>
              {t('role.unknown_drop')}
            </Button>
          </p>
        )}
        {!disabled && <Warnings grants={names} />}
        {lines.length === 0 && <p className="mg-faint role-none">{t('role.no_match')}</p>}
        <div className="role-tree">
          <Tree
            lines={lines}
            labelledBy={`${id}-label`}
            describedBy={describedBy}
            checked={(l) => markOf(l.node, opened)}
            disabled={(l) => disabled || whyNot(l.node, opened, held) !== undefined}
            onFold={fold}
            onChoose={(l) => onChange(toggled(names, l.node))}
          >
            {(l) => <Line line={l} typed={typed} opened={opened} why={whyNot(l.node, opened, held)} />}
          </Tree>
        </div>
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

function Count({ n }: { n: number }) {
  const max = limits.permissionsPerRole
  return (
    <span className={`mg-num role-count${n > max ? ' role-count-over' : ''}`} role="status">
      {t('role.count', { n: format.number(n), max: format.number(max) })}
    </span>
  )
}

interface LineProps {
  line: PermissionLine
  typed: string
  opened: ReadonlySet<string>
  why: Why | undefined
}
function Line({ line: { node: n }, typed, opened, why }: LineProps) {
  const title = titleOf(n)
  const icon: IconName | undefined =
    n.kind === 'folder'
      ? folders[n.name as keyof typeof folders].icon
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
      <span className="role-line-title mg-ellipsis" title={n.grant ?? undefined}>
        {pieces(title, typed).map((p, i) => (p.hit ? <mark key={i}>{p.text}</mark> : p.text))}
      </span>
      {why && (
        <span className="role-note">
          {why.is === 'not-held' && <Icon name="lock" />}
          {why.is === 'not-held' ? t('role.not_held') : t('role.carried', { name: screenTitle(why.by) })}
        </span>
      )}
      {n.children.length > 0 && (
        <span className="role-share mg-num">
          {format.number(open)}/{format.number(built.length)}
        </span>
      )}
    </>
  )
}
