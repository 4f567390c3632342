/** What the holder of some permissions will find: both menus as they will be, and how much they open. */
import { useDeferredValue, useMemo } from 'react'
import { access, type MenuFolder, menu } from '../../../contract/access.ts'
import { type ScreenName, screens } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { useMenuConfig, useSession } from '../../../kit/session/use.ts'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { builtOf, callsOf, readOnlyOf, type Rights, rightsOf } from './tree.logic.ts'
import { rightsText, screenTitle } from './title.ts'

export function WhatItShows({ grants: given }: { grants: 'all' | readonly string[] }) {
  const grants = useDeferredValue(given)
  const phase = useSession()
  const modules = phase.at === 'in' ? phase.permissions.modules : undefined
  const calls = useRead('GET /roles/calls', undefined)
  const { visible } = useMemo(
    () => access(screens, grants === 'all' ? 'all' : new Set(grants), modules && new Set(modules)),
    [grants, modules],
  )
  const rights = useMemo(() => rightsOf(grants), [grants])
  const reads = readOnlyOf(rights)
  const may = calls.data && callsOf(calls.data.items, rights)
  const config = useMenuConfig()
  return (
    <Panel title={t('role.shows')} description={t('role.shows_about')} className="role-shows">
      <p className="role-shows-sum mg-num" role="status">
        <span>{rightsText(rights)}</span>
      </p>
      <div className="role-menus" role="group" aria-label={t('role.shows')} tabIndex={0}>
        <MiniMenu title={t('shell.front')} folders={menu(screens, visible, 'learner', config)} reads={reads} />
        <MiniMenu title={t('shell.back')} folders={menu(screens, visible, 'admin', config)} reads={reads} />
      </div>
      {may && <Calls items={may} rights={rights} />}
    </Panel>
  )
}

/** A menu as the frame of the app shows it, without leading anywhere. */
function MiniMenu({
  title,
  folders,
  reads,
}: {
  title: string
  folders: readonly MenuFolder[]
  reads: readonly ScreenName[]
}) {
  const eye = (name: ScreenName) =>
    reads.includes(name) && <Icon name="eye" className="role-read" label={t('role.reading')} />
  return (
    <section className="role-menu" aria-label={title}>
      <h3 className="role-menu-title">{title}</h3>
      {folders.length === 0 && <p className="mg-faint">{t('role.menu_empty')}</p>}
      <ul>
        {folders.map((f) => (
          <li key={f.folder}>
            <span className="role-menu-row">
              <Icon name={f.icon} />
              <span className="mg-ellipsis">
                {f.screens.length === 1 && f.screens[0] ? screenTitle(f.screens[0].name) : t(`folder.${f.folder}`)}
              </span>
              {f.screens.length === 1 && f.screens[0] && eye(f.screens[0].name)}
            </span>
            {f.screens.length > 1 && (
              <ul className="role-menu-below">
                {f.screens.map((s) => (
                  <li key={s.name} className="role-menu-row mg-ellipsis">
                    {screenTitle(s.name)} {eye(s.name)}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** How many calls each page makes: their paths say nothing to who gives pages. */
function Calls({
  items,
  rights,
}: {
  items: readonly { screens: readonly string[]; changes: boolean }[]
  rights: Rights
}) {
  if (items.length === 0) return null
  const pages = builtOf(rights.opened).flatMap((screen) => {
    const own = items.filter((c) => c.screens.includes(screen))
    const changing = own.filter((c) => c.changes && rights.changed.has(screen)).length
    return own.length ? [{ screen, reading: own.filter((c) => !c.changes).length, changing }] : []
  })
  return (
    <details className="role-calls">
      <summary>{t('role.calls_which', { n: format.number(items.length) })}</summary>
      <ul>
        {pages.map(({ screen, ...n }) => (
          <li key={screen}>
            {screenTitle(screen)} <span className="mg-faint mg-num">{t('role.calls_of', n)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
