/** What somebody signed in meets in place of a screen. */
import { Link, useLocation } from 'react-router-dom'
import { homeScreen, layoutOfPath } from '../../contract/access.ts'
import { href, screens } from '../../contract/screens/index.ts'
import { t } from '../../i18n/index.ts'
import { useAccess } from '../../kit/session/access.ts'
import { sessionActions } from '../../kit/session/session.slice.ts'
import { useMenuConfig, useSend } from '../../kit/session/use.ts'
import { Button, linkClass } from '../../ui/input/Button.tsx'
import { NoRight, type DenialReason } from '../../ui/layout/NoRight.tsx'
import { LaterShell } from '../layouts/shell/LaterShell.tsx'
import { useDrawn } from '../drawn.ts'
import { PublicFrame } from '../layouts/public/PublicFrame.tsx'
import { Notice } from '../layouts/state/states.tsx'
import { useTitle } from '../layouts/shell/useTitle.ts'
import { ViewingBanner } from '../layouts/banner/ViewingBanner.tsx'

/** The address is a screen, and not one of this viewer's, or not one of the licence's: the menu shows what is open. */
export function NoRightPage({ why }: { why: DenialReason }) {
  useDrawn()
  const { pathname } = useLocation()
  const { visible } = useAccess()
  const layout = layoutOfPath(pathname)
  const menu = useMenuConfig()
  const start =
    homeScreen(screens, visible, layout, menu) ??
    homeScreen(screens, visible, layout === 'admin' ? 'learner' : 'admin', menu)
  return (
    <LaterShell layout={layout} screen={undefined}>
      <NoRight page why={why}>
        {start && (
          <Link className={linkClass()} to={start.path}>
            {t('shell.to_home')}
          </Link>
        )}
        {why === 'licence' && visible.has('product-activation') && (
          <Link className={linkClass('primary')} to={href('product-activation')}>
            {t('shell.licence.open')}
          </Link>
        )}
      </NoRight>
    </LaterShell>
  )
}

export function NothingPermitted() {
  const send = useSend()
  useTitle(undefined)
  return (
    <PublicFrame>
      <ViewingBanner />
      <Notice icon="lock" title={t('shell.no_home')} about={t('shell.no_home_about')}>
        <Button tone="primary" icon="refresh" onClick={() => send(sessionActions.retry())}>
          {t('shell.look_again')}
        </Button>
        <Button icon="sign-out" onClick={() => send(sessionActions.signOut())}>
          {t('shell.sign_out')}
        </Button>
      </Notice>
    </PublicFrame>
  )
}
