import '../../../theme/arco.css'
import './Shell.css'
import '../../../ui/icon/icons.ts'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { homeScreen } from '../../../contract/access.ts'
import { href, type ScreenName, screens } from '../../../contract/screens/index.ts'
import { t } from '../../../i18n/index.ts'
import { useOwnAddress } from '../../../kit/navigation/useBlocker.ts'
import { useAccess } from '../../../kit/session/access.ts'
import { useMenuConfig, useSession, useSettings } from '../../../kit/session/use.ts'
import { IconButton, linkClass } from '../../../ui/input/Button.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { Widget } from '../../../ui/layout/ErrorBoundary.tsx'
import { Icon, type IconName } from '../../../ui/icon/Icon.tsx'
import { SkipLink } from '../../../ui/layout/SkipLink.tsx'
import { useWidth } from '../../../ui/layout/useWidth.ts'
import { Brand, BrandMark } from './Brand.tsx'
import { Crumbs } from './Crumbs.tsx'
import { LicenceBanner } from '../banner/LicenceBanner.tsx'
import { LaterBell, LaterBanners } from '../bell/LaterBell.tsx'
import { PasswordBanner } from '../banner/PasswordBanner.tsx'
import { LanguageSwitch, ThemeSwitch } from './Preferences.tsx'
import { useRemembered } from './remembered.ts'
import { SideMenu } from './SideMenu.tsx'
import { UserMenu } from './UserMenu.tsx'
import { ReadingBanner } from '../banner/ReadingBanner.tsx'
import { ViewingBanner } from '../banner/ViewingBanner.tsx'
import { useSystemName, useTitle } from './useTitle.ts'
import { useOutside } from './useOutside.ts'

interface ShellProps {
  layout: 'learner' | 'admin'
  /** Undefined where no screen is open: the address is known and not for this viewer. */
  screen: ScreenName | undefined
  children: ReactNode
}

/** Below this width of the app, px, the menu is a drawer. */
const narrowBelow = 900

export function AppShell({ layout, screen, children }: ShellProps) {
  const root = useRef<HTMLDivElement>(null)
  const main = useRef<HTMLElement>(null)
  const { embedded, system } = useSettings()
  const phase = useSession()
  const name = useSystemName()
  const title = useTitle(screen)
  const width = useWidth(root)
  const outside = useOutside(root, embedded)
  const narrow = width !== undefined && width < narrowBelow
  const [drawer, setDrawer] = useState(false)
  const [side, setSide] = useRemembered('menu-side', 'wide')
  const rail = side === 'rail'
  useArrival(main)
  useEffect(() => {
    if (!narrow) setDrawer(false)
  }, [narrow])

  return (
    <div
      ref={root}
      className={`mg-shell${narrow ? ' mg-shell-narrow' : rail ? ' mg-shell-rail' : ''}`}
      style={{ '--mg-outside': `${outside}px` }}
    >
      <SkipLink to="mg-main" />
      {!narrow && (
        <aside className="mg-side">
          <div className="mg-side-brand" title={name}>
            {rail ? <BrandMark /> : <Brand name={name} />}
          </div>
          <Widget>
            <SideMenu layout={layout} screen={screen} rail={rail} />
          </Widget>
          <div className="mg-side-foot">
            <IconButton
              icon="sidebar"
              label={t(rail ? 'shell.expand' : 'shell.collapse')}
              aria-expanded={!rail}
              onClick={() => setSide(rail ? 'wide' : 'rail')}
            />
            <ArrangeMenu />
          </div>
        </aside>
      )}
      {narrow && (
        <Dialog
          open={drawer}
          className="mg-drawer"
          title={<Brand name={name} />}
          onClose={() => setDrawer(false)}
          light
        >
          <SideMenu layout={layout} screen={screen} onChosen={() => setDrawer(false)} />
        </Dialog>
      )}
      <div className="mg-work">
        <header className="mg-header">
          {narrow && <IconButton icon="menu" label={t('shell.open_menu')} onClick={() => setDrawer(true)} />}
          <Ways />
          <Widget>{screen ? <Crumbs screen={screen} /> : <span className="mg-crumbs" />}</Widget>
          <Widget>
            <OtherLayout layout={layout} />
          </Widget>
          <div className="mg-header-tools">
            <Widget>
              <LanguageSwitch />
              <ThemeSwitch />
            </Widget>
            <Widget>
              <LaterBell />
            </Widget>
            <Widget>
              <UserMenu />
            </Widget>
          </div>
        </header>
        <Widget>{phase.at === 'in' && phase.must_change && <PasswordBanner why={phase.must_change} />}</Widget>
        <Widget>{phase.at === 'in' && <LicenceBanner {...phase.permissions.licence} />}</Widget>
        <Widget>
          <LaterBanners screen={screen} />
        </Widget>
        <Widget>
          <ViewingBanner />
        </Widget>
        <Widget>
          <ReadingBanner screen={screen} />
        </Widget>
        <main ref={main} id="mg-main" className="mg-main" tabIndex={-1} aria-label={title || undefined}>
          {children}
          {system?.copyright && <footer className="mg-footer">{system.copyright}</footer>}
        </main>
      </div>
      <p className="mg-sr" role="status">
        {title}
      </p>
    </div>
  )
}

/** Back and forward, where the window's own buttons do not move the app. */
function Ways() {
  const own = useOwnAddress()
  const go = useNavigate()
  // each move makes them anew
  useLocation()
  if (!own) return null
  const way = (delta: 1 | -1, icon: IconName, label: string) => (
    <IconButton icon={icon} label={label} disabled={!own.reaches(delta)} onClick={() => void go(delta)} />
  )
  return (
    <div className="mg-ways">
      {way(-1, 'arrow-left', t('shell.go_back'))}
      {way(1, 'arrow-right', t('shell.go_forward'))}
    </div>
  )
}

/** For who may arrange the menu: the way there, where the menu is. */
function ArrangeMenu() {
  const { granted } = useAccess()
  if (!granted.has('menu-config')) return null
  const label = t('screen.menu-config')
  return (
    <Link className={`${linkClass('quiet')} mg-btn-icon`} to={href('menu-config')} aria-label={label} title={label}>
      <Icon name="edit" />
    </Link>
  )
}

/** The link to the other half of the product, where the viewer has a place there. */
function OtherLayout({ layout }: { layout: 'learner' | 'admin' }) {
  const { visible } = useAccess()
  const other = layout === 'learner' ? 'admin' : 'learner'
  const start = homeScreen(screens, visible, other, useMenuConfig())
  if (!start) return null
  return (
    <Link
      className={`${linkClass('plain', 'small')} mg-other`}
      to={start.path}
      title={t(other === 'admin' ? 'shell.enter_back' : 'shell.enter_front')}
    >
      <Icon name="swap" />
      <span className="mg-other-words">{t(other === 'admin' ? 'shell.back' : 'shell.front')}</span>
    </Link>
  )
}

/** On a new page the content starts at its top, and a focus that went with the old page does not fall to the window's start. */
function useArrival(main: RefObject<HTMLElement>): void {
  const { pathname } = useLocation()
  const arrived = useRef(pathname)
  useEffect(() => {
    if (arrived.current === pathname) return
    arrived.current = pathname
    main.current?.scrollTo(0, 0)
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true })
  }, [pathname, main])
}
