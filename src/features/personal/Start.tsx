/** What a learner comes for: the next exam, what they left unfinished, how they are doing, what is worth doing next. Each as far as their screens reach. */
import { Link } from 'react-router-dom'
import type { MyExam } from '../../contract/exam/attempt.schema.ts'
import { href } from '../../contract/screens/index.ts'
import { format, t } from '../../i18n/index.ts'
import { useRead } from '../../kit/data/api.ts'
import { useAccess } from '../../kit/session/access.ts'
import { attemptsOf, mayOf } from '../../parts/exam/may.ts'
import { DueSoon } from '../../parts/course/DueSoon.tsx'
import { GoOnCourse } from '../../parts/course/GoOnCourse.tsx'
import { WeekAim } from '../../parts/learner/WeekAim.tsx'
import { GoOn, Suggested } from '../../parts/practice-next/PracticeNext.tsx'
import { linkClass } from '../../ui/input/Button.tsx'
import { Ago } from '../../ui/data/DateTime.tsx'
import { Empty } from '../../ui/feedback/Empty.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { Stat, StatRow } from '../../ui/data/Stat.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'

export function LearnerOverview() {
  const { visible } = useAccess()
  const [exams, practice, courses] = [visible.has('exam-list'), visible.has('practice'), visible.has('my-lesson')]
  if (!exams && !practice && !courses) return null
  return (
    <section className="personal-start" aria-label={t('personal.start')}>
      {courses && <Courses />}
      {visible.has('homework-exercise') && <DueSoon most={3} />}
      {courses && <WeekAim />}
      {exams && <NextExam />}
      {practice && <Practice />}
    </section>
  )
}

/** Minutes the viewer's clock is ahead of UTC. */
const offset = -new Date().getTimezoneOffset()

/** What is being written, what begins within the hour, what can be begun, what is to come. */
const rankOf = (e: MyExam): number => {
  if (e.mine.some((a) => a.status === 'ongoing' || a.status === 'pause')) return 0
  if (e.may === 'early') return Date.parse(e.starts_at) - Date.now() < 3_600_000 ? 1 : 3
  return 2
}

const coming = ['ongoing', 'pause', 'not-started'] as const

function NextExam() {
  const { data, error, refetch } = useRead('GET /my-exams', { query: { page_size: 20, status: [...coming] } })
  const open = (data?.items ?? [])
    .filter((e) => e.may === 'begin' || e.may === 'resume' || e.may === 'early' || e.may === 'paused')
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .slice(0, 4)
  return (
    <Panel
      title={t('personal.start.exam')}
      actions={
        <Link className={linkClass('quiet', 'small')} to={href('exam-list')}>
          {t('personal.start.exams')}
        </Link>
      }
    >
      {error && !data ? (
        <ProblemView compact problem={error} onRetry={refetch} />
      ) : !data ? (
        <Loading kind="text" rows={3} />
      ) : open.length === 0 ? (
        <Empty compact icon="trophy" title={t('personal.start.no-exam')}>
          {t('personal.start.no-exam-text')}
        </Empty>
      ) : (
        <ul className="personal-lines">
          {open.map((e) => (
            <li key={e.id}>
              <span className="personal-words">
                <Link to={href('exam-guide', { exam_id: e.id })}>{e.name}</Link>
                <span className="mg-dim">
                  {t('exam.when', { from: format.dateTime(e.starts_at), to: format.dateTime(e.ends_at) })}
                </span>
                <Standing of={e} />
              </span>
              {e.may === 'begin' || e.may === 'resume' ? (
                <Link
                  className={linkClass('primary', 'small')}
                  to={href(e.may === 'resume' ? 'exam-session' : 'exam-guide', { exam_id: e.id })}
                >
                  {t(e.may === 'resume' ? 'exam.resume' : 'exam.begin')}
                </Link>
              ) : (
                <StatusTag word={e.status} label={t(`exam.status.${e.status}`)} />
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** What he can do with it, and when his own time is up. */
function Standing({ of: e }: { of: MyExam }) {
  const own = e.may === 'resume' ? e.mine.at(-1) : undefined
  const attempts = attemptsOf(e)
  return (
    <span className="mg-faint">
      {mayOf(e)}{' '}
      {own && (
        <>
          {t('exam.own_end', { time: format.time(own.deadline_at) })} (<Ago at={own.deadline_at} />){' '}
        </>
      )}
      {attempts}
    </span>
  )
}

/** The course one was in last, with its next step. */
function Courses() {
  const { data } = useRead('GET /learning/mine', { query: { state: ['learning'], page_size: 1 } })
  const [course] = data?.items ?? []
  if (!course) return null
  return (
    <Panel
      className="personal-course"
      title={t('learn.go_on')}
      actions={
        <Link className={linkClass('quiet', 'small')} to={href('my-profession')}>
          {t('learn.to_mine')}
        </Link>
      }
    >
      <GoOnCourse of={course} from="my-lesson" />
    </Panel>
  )
}

function Practice() {
  const { data, error, refetch } = useRead('GET /practice/next', undefined)
  const activity = useRead('GET /practice/activity', { query: { offset } })
  if (!data)
    return (
      <Panel title={t('personal.start.progress')}>
        {error ? <ProblemView compact problem={error} onRetry={refetch} /> : <Loading kind="text" rows={4} />}
      </Panel>
    )
  const days = activity.data?.days.slice(-30).map((d) => d.theory + d.volume + d.flag)
  return (
    <>
      <div className="personal-stack">
        <GoOn of={data}>
          <Empty
            compact
            icon="check"
            title={t('personal.start.nothing')}
            action={
              <Link className={linkClass('plain', 'small')} to={href('practice')}>
                {t('personal.start.practise')}
              </Link>
            }
          >
            {t('personal.start.nothing-text')}
          </Empty>
        </GoOn>
        <Panel title={t('personal.start.progress')}>
          <StatRow>
            <Stat
              label={t('practice.solved_of')}
              value={format.number(data.solved)}
              unit={`/ ${format.number(data.questions)}`}
              note={t('practice.solved_note')}
              to={href('practice')}
            />
            <Stat
              label={t('practice.mistakes')}
              value={format.number(data.mistakes)}
              note={t('practice.mistakes_note')}
              {...(data.mistakes > 0 ? { tone: 'warn' as const } : {})}
              to={href('personal', undefined, { tab: 'mistakes' })}
            />
            <Stat
              label={t('personal.start.days')}
              value={days ? format.number(days.reduce((sum, n) => sum + n, 0)) : '–'}
              {...(days ? { trend: days } : {})}
            />
          </StatRow>
        </Panel>
      </div>
      <Suggested of={data.suggested.slice(0, 5)} />
    </>
  )
}
