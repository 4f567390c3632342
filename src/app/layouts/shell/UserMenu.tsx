import './UserMenu.css'
import { href } from '../../../contract/screens/index.ts'
import { t } from '../../../i18n/index.ts'
import { shippedName } from '../../../kit/resource/words.ts'
import { sessionActions } from '../../../kit/session/session.slice.ts'
import { useMe, useSend } from '../../../kit/session/use.ts'
import { PictureAvatar } from '../../../kit/picture/Face.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Menu } from '../../../ui/input/Menu.tsx'

export function UserMenu() {
  const me = useMe()
  const send = useSend()
  if (!me) return null
  return (
    <Menu
      label={t('shell.account', { name: me.rep_name })}
      triggerClass="mg-btn mg-btn-quiet mg-btn-default mg-user"
      trigger={
        <>
          <PictureAvatar name={me.rep_name} picture={me.logo} />
          <span className="mg-user-name mg-ellipsis">{me.rep_name}</span>
          <Icon name="chevron-down" />
        </>
      }
      head={
        <div className="mg-user-head">
          <PictureAvatar name={me.rep_name} picture={me.logo} size={32} />
          <div className="mg-user-words">
            <p className="mg-user-full">{me.rep_name}</p>
            <p className="mg-user-role">
              {[me.username, shippedName('role', me.role.key, me.role.name), me.org?.name].filter(Boolean).join(' · ')}
            </p>
          </div>
        </div>
      }
      items={[
        {
          id: 'password',
          icon: 'key',
          label: t('shell.change_password'),
          to: href('change-password', { type: 'own' }),
        },
        'line',
        {
          id: 'sign-out',
          icon: 'sign-out',
          label: t('shell.sign_out'),
          onSelect: () => send(sessionActions.signOut()),
        },
      ]}
    />
  )
}
