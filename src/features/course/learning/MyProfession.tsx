/** One's own courses: what to go on with, and what was learnt. */
import './learning.css'
import { Link } from 'react-router-dom'
import { memberStates } from '../../../contract/course/learn.ts'
import { href } from '../../../contract/screens/index.ts'
import { t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../../kit/list/Browse.tsx'
import { useAccess } from '../../../kit/session/access.ts'
import { DueSoon } from '../../../parts/course/DueSoon.tsx'
import { GoOnCourse } from '../../../parts/course/GoOnCourse.tsx'
import { WeekAim } from '../../../parts/learner/WeekAim.tsx'
import { linkClass } from '../../../ui/input/Button.tsx'
import { standingWords } from '../../../parts/course/words.ts'
import { Page } from '../../../ui/layout/Page.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { CourseTiles } from './CourseTiles.tsx'
import { ownCourses } from './places.ts'

const start = { q: '', page: 1, state: undefined as (typeof memberStates)[number] | undefined }

export default function MyProfession() {
  const courses = useBrowse('GET /learning/mine', { start, among: { state: memberStates } })
  const { visible } = useAccess()
  const all = visible.has('all-course') && (
    <Link className={linkClass()} to={href('all-course')}>
      {t('learn.find')}
    </Link>
  )
  return (
    <Page title={t('screen.my-profession')} description={t('learn.mine_text')} actions={all}>
      <DueSoon most={5} />
      <WeekAim />
      <NextSteps />
      <BrowseBar
        of={courses}
        search={t('learn.search_mine')}
        filters={[
          {
            field: 'state',
            label: t('learn.filter.state'),
            all: t('learn.all_mine'),
            options: memberStates.map((value) => ({ value, label: t(standingWords[value]) })),
          },
        ]}
      />
      <BrowseView
        kind="tiles"
        of={courses}
        empty={{ icon: 'book', title: t('learn.no_mine'), text: t('learn.no_mine_text') }}
      >
        {({ items }) => <CourseTiles of={items} place={ownCourses} />}
      </BrowseView>
    </Page>
  )
}

/** Next steps shown, those of the courses one was in last. */
const few = 3
function NextSteps() {
  const { data } = useRead('GET /learning/mine', { query: { state: ['learning'], page_size: few } })
  const going = (data?.items ?? []).filter((c) => c.member?.next)
  if (!going.length) return null
  return (
    <Panel title={t('learn.next_steps')}>
      <ul className="learn-next">
        {going.map((c) => (
          <li key={c.id}>
            <GoOnCourse of={c} from="my-lesson" />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
