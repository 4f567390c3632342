import { PictureAvatar } from '../../../kit/picture/Face.tsx'
import { t } from '../../../i18n/index.ts'

/** A person as a row names him: picture, name, and a mark while he is there. */
export function UserName({ user }: { user: { name: string; avatar: string; online: boolean } }) {
  return (
    <span className="user-name">
      <PictureAvatar name={user.name} picture={user.avatar} size={24} />
      <span className="mg-ellipsis" title={user.name}>
        {user.name}
      </span>
      {user.online && (
        <span className="user-online" role="img" aria-label={t('user.online_now')} title={t('user.online_now')} />
      )}
    </span>
  )
}
