/** The personal centre: the viewer's own card, what was announced to him, and what happened to him. */
import './personal.css'
import { useSearchParams } from 'react-router-dom'
import { href, type ScreenName } from '../../contract/screens/index.ts'
import { t } from '../../i18n/index.ts'
import { useRead } from '../../kit/data/api.ts'
import { useAccess } from '../../kit/session/access.ts'
import { useMe } from '../../kit/session/use.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { Tabs } from '../../ui/layout/Tabs.tsx'
import { Announcements } from './Announcements.tsx'
import { Collections } from './Collections.tsx'
import { PersonalMessages } from './Messages.tsx'
import { ContestOverview } from './ContestOverview.tsx'
import { Mistakes } from './Mistakes.tsx'
import { MyExams } from './MyExams.tsx'
import { Notes } from './Notes.tsx'
import { OwnQuestions } from './OwnQuestions.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { Scenes } from './Scenes.tsx'
import { LearningRecord } from './LearningRecord.tsx'
import { Schedule } from './Schedule.tsx'
import { LearnerOverview } from './Start.tsx'
import { Statistics } from './statistics/Statistics.tsx'
import { isOneOf } from '../../contract/lib/typed.ts'

const tabs = [
  'profile',
  'schedule',
  'announcements',
  'messages',
  'exams',
  'contests',
  'mistakes',
  'collections',
  'notes',
  'questions',
  'record',
  'statistics',
] as const
type Tab = (typeof tabs)[number]
/** Tabs about what not every role does. */
const practising: readonly ScreenName[] = ['practice', 'practice-capture-flag']
const needs: Partial<Record<Tab, readonly ScreenName[]>> = {
  exams: ['exam-list'],
  contests: ['flag-contest', 'flag-contest-play', 'arena', 'arena-detail'],
  mistakes: practising,
  collections: practising,
  notes: [...practising, 'my-lesson'],
}

export default function Personal() {
  const me = useMe()
  const [search] = useSearchParams()
  const asked = search.get('tab')
  const { visible } = useAccess()
  const open = tabs.filter((t) => needs[t]?.some((s) => visible.has(s)) ?? true)
  const tab: Tab = isOneOf(open, asked) ? asked : 'profile'
  const { data } = useRead('GET /messages/unread', undefined)
  const counts: Record<Tab, number | undefined> = {
    profile: undefined,
    schedule: undefined,
    announcements: data?.announcements || undefined,
    messages: data?.messages || undefined,
    exams: undefined,
    contests: undefined,
    mistakes: undefined,
    collections: undefined,
    notes: undefined,
    questions: undefined,
    record: undefined,
    statistics: undefined,
  }
  return (
    <Page
      title={t('personal.hello', { name: me?.rep_name ?? '' })}
      tabs={
        <Tabs
          label={t('personal.tabs')}
          active={tab}
          items={open.map((id) => ({
            id,
            label: t(`personal.${id}`),
            count: counts[id],
            to: href('personal', undefined, id === 'profile' ? undefined : { tab: id }),
          }))}
        />
      }
    >
      {tab === 'profile' && (
        <>
          <LearnerOverview />
          <Scenes />
          <div className="personal">
            <ProfileCard />
            <Announcements few />
          </div>
        </>
      )}
      {tab === 'schedule' && <Schedule />}
      {tab === 'announcements' && <Announcements />}
      {tab === 'messages' && <PersonalMessages />}
      {tab === 'exams' && <MyExams />}
      {tab === 'contests' && <ContestOverview />}
      {tab === 'mistakes' && <Mistakes />}
      {tab === 'collections' && <Collections />}
      {tab === 'notes' && <Notes />}
      {tab === 'questions' && <OwnQuestions />}
      {tab === 'record' && <LearningRecord />}
      {tab === 'statistics' && <Statistics />}
    </Page>
  )
}
