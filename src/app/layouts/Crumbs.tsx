import './Crumbs.css'
import { Link, matchPath, useLocation } from 'react-router-dom'
import { trail } from '../../contract/access.ts'
import { type Screen, type ScreenName, screenOf, screens } from '../../contract/screens/index.ts'
import { t } from '../../i18n/index.ts'
import { useAccess } from '../../kit/session/use.ts'
import { Icon } from '../../ui/Icon.tsx'
import { reachable } from './crumbs.logic.ts'

/** Where a screen stands, from the table of screens and not from the menu: a hidden page has its place too. */
export function Crumbs({ screen }: { screen: ScreenName }) {
  const { folder, screens: chain } = trail(screens, screen)
  const { visible } = useAccess()
  const { pathname } = useLocation()
  const params = matchPath(screenOf(screen).path, pathname)?.params ?? {}
  const folderName = folder && t(`folder.${folder}`)
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
