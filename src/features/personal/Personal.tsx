/** The personal centre: the viewer's own card and what was announced to him. */
import { useMe } from '../../kit/session/use.ts'
import { t } from '../../i18n/index.ts'
import { Page } from '../../ui/Page.tsx'
import { Announcements } from './Announcements.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import './personal.css'

export default function Personal() {
  const me = useMe()
  return (
    <Page title={t('personal.hello', { name: me?.rep_name ?? '' })}>
      <div className="personal">
        <ProfileCard />
        <Announcements />
      </div>
    </Page>
  )
}
