import './Crumbs.css'
import { Link, matchPath, useLocation } from 'react-router-dom'
import { menu, breadcrumbOf } from '../../../contract/access.ts'
import { folders, type Screen, type ScreenName, screenOf, screens } from '../../../contract/screens/index.ts'
import { t } from '../../../i18n/index.ts'
import { useAccess } from '../../../kit/session/access.ts'
import { useMenuConfig } from '../../../kit/session/use.ts'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { reachable } from './crumbs.logic.ts'

/** Where a screen stands. Its folder is named where the viewer's menu has that folder: one with a single screen is that screen there, too. */
export function Crumbs({ screen }: { screen: ScreenName }) {
  const { folder, screens: chain } = breadcrumbOf(screens, screen)
  const { visible } = useAccess()
  const config = useMenuConfig()
  const listed = folder && menu(screens, visible, folders[folder].layout, config).find((f) => f.folder === folder)
  const { pathname } = useLocation()
  const params = matchPath(screenOf(screen).path, pathname)?.params ?? {}
  const folderName = folder && listed && listed.screens.length > 1 && t(`folder.${folder}`)
  const link = (s: Screen): string | undefined =>
    s.name !== screen && s.built && visible.has(s.name) ? reachable(s.path, params) : undefined
  return (
    <nav className="mg-crumbs" aria-label={t('shell.crumbs')}>
      <ol>
        {folderName && folderName !== t(`screen.${chain[0]?.name ?? screen}`) && (
          <li className="mg-crumb mg-crumb-folder">{folderName}</li>
        )}
        {chain.map((s) => {
          const to = link(s)
          const title = t(`screen.${s.name}`)
          return (
            <li key={s.name} className="mg-crumb">
              <Icon name="chevron-right" className="mg-crumb-mark" />
              {to ? (
                <Link to={to}>{title}</Link>
              ) : (
                <span aria-current={s.name === screen ? 'page' : undefined}>{title}</span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
