/** A course: what it is, how far one is, and the way through its lessons. */
import './learning.css'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import type { LearnCourse } from '../../../contract/course/learn.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import { CommentThread } from '../../../parts/comment-thread/CommentThread.tsx'
import { CourseCover } from '../../../parts/course/CourseCover.tsx'
import { ForeignMark } from '../../../parts/course/ForeignMark.tsx'
import { sizeText, useCourseText } from '../../../parts/course/words.ts'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { useNow } from '../../../ui/data/useNow.ts'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Button, linkClass } from '../../../ui/input/Button.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Markdown } from '../../../ui/text/Markdown.tsx'
import { AskForCourse } from './AskForCourse.tsx'
import { CourseState, creditText } from './CourseTiles.tsx'
import { CourseLessons } from './CourseLessons.tsx'
import { CourseScorePanel } from './CourseScore.tsx'
import type { LearningPlace } from './places.ts'
import { PracticeBeside } from './PracticeBeside.tsx'
import { PreviewNote, usePreview } from './preview.tsx'

export function CoursePage({ place }: { place: LearningPlace }) {
  const { resource_id: id = '' } = useParams()
  const preview = usePreview()
  const { data, error, refetch } = useRead('GET /learning/courses/:id', { params: { id }, query: preview.query })
  const { nameOf, foreignOf } = useCourseText()
  const name = data && nameOf(data)
  const back = !preview.on && (
    <Link className={linkClass()} to={place.list.to}>
      {t(place.list.label)}
    </Link>
  )
  return (
    <Page
      title={name?.text ?? t('learn.course')}
      tags={
        data &&
        name && (
          <>
            <ForeignMark language={foreignOf(name)} />
            <CourseState of={data} />
          </>
        )
      }
      actions={back}
    >
      {data ? (
        <>
          {data.preview && <PreviewNote course={id} />}
          <Hero of={data} place={place} />
          <div className="learn-course">
            <div className="learn-course-main">
              <Panel title={t('learn.outline')} flush>
                <CourseLessons of={data} place={place} />
              </Panel>
              {data.member && data.member.state !== 'withdrawn' && (
                <>
                  <CourseScorePanel of={data} place={place} />
                  <PracticeBeside course={id} />
                  <CommentThread entity="course" entityId={id} />
                </>
              )}
            </div>
            <About of={data} place={place} />
          </div>
        </>
      ) : error ? (
        <ProblemView problem={error} onRetry={refetch} />
      ) : (
        <Loading kind="detail" />
      )}
    </Page>
  )
}

function Hero({ of: c, place }: { of: LearnCourse; place: LearningPlace }) {
  const { member } = c
  const learns = member !== null && member.state !== 'withdrawn'
  return (
    <section className="learn-hero" aria-label={t('learn.at_a_glance')}>
      <CourseCover cover={c.cover} />
      <div className="learn-hero-words">
        <p className="mg-faint">{c.direction?.name}</p>
        <p>
          {[t(`course.difficulty.${c.difficulty}`), t(`course.kind.${c.kind}`), c.credit > 0 && creditText(c.credit)]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p className="mg-dim">
          {sizeText(c)} · {t('learn.members', { n: c.members })}
        </p>
        {learns && <Progress of={c} />}
        <NextHour of={c} />
        <Steps of={c} place={place} />
      </div>
    </section>
  )
}

/** The class hour that comes next, or goes on. */
function NextHour({ of: c }: { of: LearnCourse }) {
  const { titleOf } = useCourseText()
  const now = useNow()
  const [hour] = c.dates.hours
  if (!hour) return null
  const lesson = c.chapters.flatMap((chapter) => chapter.lessons).find((l) => l.id === hour.lesson)
  return (
    <p className="learn-date">
      <Icon name="calendar" />
      <span>
        {[
          t(Date.parse(hour.starts_at) <= now.getTime() ? 'learn.hour_now' : 'learn.next_hour', {
            time: format.dateTime(hour.starts_at),
          }),
          hour.room,
          lesson && titleOf(lesson, c),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </p>
  )
}

function Progress({ of: { member } }: { of: LearnCourse }) {
  if (!member) return null
  const { done, sections, share } = member.progress
  return (
    <>
      <ProgressBar
        value={share}
        tone={member.state === 'completed' ? 'ok' : 'accent'}
        label={t('learn.own_progress')}
        says={t('learn.progress', { done, all: sections })}
      />
      {member.completed_at !== null && (
        <p role="status">
          <strong>{t('learn.completed')}</strong> <DateTime at={member.completed_at} />
        </p>
      )}
    </>
  )
}

/** Join, go on, leave: what can be done with it now, or why nothing can. */
function Steps({ of: c, place }: { of: LearnCourse; place: LearningPlace }) {
  const params = { id: c.id }
  const [join, { busy }] = useWrite('POST /learning/courses/:id/join')
  const [leave] = useWrite('POST /learning/courses/:id/leave')
  const [leaving, setLeaving] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const { titleOf } = useCourseText()
  const { member, access } = c
  const next = member?.next
  const again = member?.state === 'withdrawn'
  const [first] = c.chapters.flatMap((chapter) => chapter.lessons)
  if (c.preview)
    return (
      first && (
        <p className="learn-steps">
          <Link className={linkClass('primary')} to={place.lesson(c.id, first.id, { preview: 'true' })}>
            {t('learn.preview_begin')}
          </Link>
        </p>
      )
    )
  if (access === 'not_authorised' && !c.preview) return <AskForCourse of={c} />
  if (access !== 'open') return <p className="learn-closed">{t(`learn.access_text.${access}`)}</p>
  return (
    <>
      {problem !== null && <ProblemView compact problem={problem} />}
      <p className="learn-steps">
        {!member || again
          ? c.can.includes('join') && (
              <Button
                tone="primary"
                busy={busy}
                onClick={() => {
                  setProblem(null)
                  join({ params, body: {} }).catch(setProblem)
                }}
              >
                {t(again ? 'learn.join_again' : 'learn.join')}
              </Button>
            )
          : next && (
              <>
                <Link className={linkClass('primary')} to={place.lesson(c.id, next.lesson, { section: next.section })}>
                  {t(member.progress.done === 0 && member.last_at === member.since ? 'learn.begin' : 'learn.continue')}
                </Link>
                <span className="mg-dim">{t('learn.next_step', { title: titleOf(next, c) })}</span>
              </>
            )}
        {c.can.includes('leave') && (
          <Button tone="quiet" onClick={() => setLeaving(true)}>
            {t('learn.leave')}
          </Button>
        )}
      </p>
      <Confirm
        open={leaving}
        title={t('learn.leave_title')}
        confirm={t('learn.leave')}
        onConfirm={() => leave({ params, body: {} })}
        onClose={() => setLeaving(false)}
      >
        <p>{t('learn.leave_text')}</p>
      </Confirm>
    </>
  )
}

function About({ of: c, place }: { of: LearnCourse; place: LearningPlace }) {
  const { aboutOf, foreignOf, nameOf } = useCourseText()
  const about = aboutOf(c)
  const foreign = foreignOf(about)
  return (
    <div className="learn-course-side">
      {about.text.trim() !== '' && (
        <Panel title={t('learn.about')} actions={<ForeignMark language={foreign} />}>
          <div lang={foreign || undefined}>
            <Markdown text={about.text} />
          </div>
        </Panel>
      )}
      {c.lecturers.length > 0 && (
        <Panel title={t('course.field.lecturers')}>
          <p>{c.lecturers.map((p) => p.name).join(', ')}</p>
        </Panel>
      )}
      {c.prerequisites.length > 0 && (
        <Panel title={t('course.field.prerequisites')} description={t('learn.prerequisites_text')}>
          <ul className="learn-before">
            {c.prerequisites.map((p) => (
              <li key={p.id}>
                {p.found ? <Link to={place.course(p.id)}>{nameOf(p).text}</Link> : <span>{nameOf(p).text}</span>}
                {p.completed && <StatusTag word="completed" tone="ok" label={t('learn.state.completed')} />}
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <Words title={t('course.field.knowledge')} of={c.knowledge} />
      <Words title={t('course.field.skills')} of={c.skills} />
    </div>
  )
}

function Words({ title, of }: { title: string; of: readonly string[] }) {
  if (!of.length) return null
  return (
    <Panel title={title}>
      <ul className="learn-words">
        {of.map((word) => (
          <li key={word}>{word}</li>
        ))}
      </ul>
    </Panel>
  )
}
