import { Link } from 'react-router-dom'
import { href } from '../../../contract/screens/index.ts'
import { t } from '../../../i18n/index.ts'
import { useAccess } from '../../../kit/session/access.ts'
import { linkClass } from '../../../ui/input/Button.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'

/** To where the reader may go: a wall is open to everybody who has a part in a scene. */
export function Back({ only }: { only: string | undefined }) {
  const { visible } = useAccess()
  const oversees = visible.has('instance-monitoring')
  const to = !oversees
    ? href('personal')
    : only
      ? href('scene-monitor-detail', { id: only })
      : href('instance-monitoring')
  return (
    <Link className={linkClass('quiet')} to={to}>
      <Icon name="arrow-left" /> {t(oversees ? 'wall.back' : 'console.back_portal')}
    </Link>
  )
}
