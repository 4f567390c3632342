/** The catalogue: what one learns in first, then all that one may find. */
import './learning.css'
import { courseKinds } from '../../../contract/course/course.ts'
import { courseLengths, lengthBounds, memberStates } from '../../../contract/course/learn.ts'
import { difficulties, type Difficulty } from '../../../contract/bank/question.ts'
import { t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../../kit/list/Browse.tsx'
import { GoOnCourse } from '../../../parts/course/GoOnCourse.tsx'
import { Chips } from '../../../ui/data/Chips.tsx'
import { standingWords } from '../../../parts/course/words.ts'
import { Page } from '../../../ui/layout/Page.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { CourseTiles } from './CourseTiles.tsx'
import { branchesOf, type LearnDirections } from './directions.logic.ts'
import { catalogueCourses } from './places.ts'

const states = ['none', ...memberStates] as const
const start = {
  q: '',
  page: 1,
  direction_id: undefined as string | undefined,
  difficulty: undefined as Difficulty | undefined,
  kind: undefined as (typeof courseKinds)[number] | undefined,
  hours: undefined as (typeof courseLengths)[number] | undefined,
  state: undefined as (typeof states)[number] | undefined,
}
const among = { difficulty: difficulties, kind: courseKinds, hours: courseLengths, state: states }

export default function AllCourses() {
  const courses = useBrowse('GET /learning/courses', { start, among })
  const directions = useRead('GET /learning/directions', undefined)
  return (
    <Page title={t('screen.all-course')} description={t('learn.catalogue_text')}>
      <GoOn />
      <Directions
        of={directions.data?.items ?? []}
        value={courses.at.direction_id}
        onChange={(direction_id) => courses.narrow({ direction_id })}
      />
      <BrowseBar
        of={courses}
        search={t('learn.search')}
        filters={[
          {
            field: 'state',
            label: t('learn.filter.state'),
            all: t('learn.all'),
            options: states.map((value) => ({ value, label: t(standingWords[value]) })),
          },
          {
            field: 'difficulty',
            closed: true,
            label: t('course.field.difficulty'),
            all: t('learn.any_difficulty'),
            options: difficulties.map((value) => ({ value, label: t(`course.difficulty.${value}`) })),
          },
          {
            field: 'kind',
            closed: true,
            label: t('course.field.kind'),
            all: t('learn.any_kind'),
            options: courseKinds.map((value) => ({ value, label: t(`course.kind.${value}`) })),
          },
          {
            field: 'hours',
            closed: true,
            label: t('learn.hours'),
            all: t('learn.any_hours'),
            options: courseLengths.map((value) => ({ value, label: t(`learn.hours.${value}`, lengthBounds) })),
          },
        ]}
      />
      <BrowseView
        kind="tiles"
        of={courses}
        empty={{ icon: 'book', title: t('learn.no_courses'), text: t('learn.no_courses_text') }}
      >
        {({ items }) => <CourseTiles of={items} place={catalogueCourses} />}
      </BrowseView>
    </Page>
  )
}

/** The course one was in last. */
function GoOn() {
  const { data } = useRead('GET /learning/mine', { query: { state: ['learning'], page_size: 1 } })
  const [course] = data?.items ?? []
  if (!course) return null
  return (
    <Panel title={t('learn.go_on')}>
      <GoOnCourse of={course} from="lesson" />
    </Panel>
  )
}

interface DirectionsProps {
  of: LearnDirections
  value: string | undefined
  onChange: (id: string | undefined) => void
}
/** Directions level by level: of the one that is chosen, those below it. */
function Directions({ of, value, onChange }: DirectionsProps) {
  const rows = branchesOf(of, value)
  if (of.length < 2) return null
  return (
    <div className="learn-directions">
      {rows.map(({ above, chosen, directions }, n) => (
        <Chips
          key={above?.id ?? ''}
          label={above ? t('learn.directions_in', { name: above.name }) : t('course.field.direction_id')}
          value={chosen}
          items={[
            { value: undefined, label: t(n === 0 ? 'learn.all_directions' : 'learn.all_in_it') },
            ...directions.map((d) => ({ value: d.id, label: t('learn.counted', { name: d.name, n: d.n }) })),
          ]}
          onChange={(id) => onChange(id ?? above?.id)}
        />
      ))}
    </div>
  )
}
