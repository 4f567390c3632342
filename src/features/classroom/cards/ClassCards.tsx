/** What learners of a class did of a lesson: one card each. */
import '../classroom.css'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { courseClass } from '../../../contract/classroom/class.ts'
import type { ClassCard } from '../../../contract/classroom/hour.schema.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../../kit/list/Browse.tsx'
import { PickRows } from '../../../kit/pick/Pick.tsx'
import { useRows } from '../../../kit/resource/calls.ts'
import { NativeSelect } from '../../../kit/resource/input/Select.tsx'
import { TickDialog } from '../../../parts/course/TickDialog.tsx'
import { useCourseText } from '../../../parts/course/words.ts'
import { Avatar } from '../../../ui/data/Avatar.tsx'
import { Ago, DateTime } from '../../../ui/data/DateTime.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Button, linkClass } from '../../../ui/input/Button.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { AttendanceTag } from '../../../parts/class-hour/AttendanceTag.tsx'

export default function ClassCards() {
  const [search, setSearch] = useSearchParams()
  const named = search.get('class')
  // without a class in the address: the one that was worked on last
  const newest = useRows(courseClass, { page_size: 1, status: ['ongoing', 'ended'] }, { skip: named !== null })
  const id = named ?? newest.data?.items[0]?.id
  const choose = (part: Record<string, string>) => setSearch(new URLSearchParams(part))
  return (
    <Page title={t('screen.class-card')} description={t('classroom.cards_text')}>
      <div className="class-choose">
        <div className="mg-labelled">
          <span className="mg-label" id="class-of-cards">
            {t('class.one')}
          </span>
          <PickRows
            aria-label={t('class.one')}
            resource={courseClass}
            value={id === undefined ? [] : [id]}
            onChange={([chosen]) => choose(chosen === undefined ? {} : { class: chosen })}
          />
        </div>
        {id !== undefined && <LessonChoice key={id} id={id} />}
      </div>
      {id !== undefined ? (
        <Cards key={`${id} ${search.get('lesson') ?? ''}`} id={id} />
      ) : newest.error ? (
        <ProblemView problem={newest.error} onRetry={newest.refetch} />
      ) : newest.loading ? (
        <Loading kind="tiles" />
      ) : (
        <Empty icon="users" title={t('classroom.empty')}>
          {t('classroom.cards_none')}
        </Empty>
      )}
    </Page>
  )
}

/** The lesson in the address; the server chooses where there is none. */
const lessonOf = (search: URLSearchParams) => {
  const [course_id, lesson_id] = (search.get('lesson') ?? '').split(' ')
  return course_id && lesson_id ? { course_id, lesson_id } : {}
}

function LessonChoice({ id }: { id: string }) {
  const [search, setSearch] = useSearchParams()
  const { nameOf, titleOf } = useCourseText()
  const { data } = useRead('GET /classes/:id/lessons', { params: { id } })
  if (!data) return null
  return (
    <div className="mg-labelled">
      <label className="mg-label" htmlFor="class-lesson">
        {t('classroom.hour_lesson')}
      </label>
      <NativeSelect
        id="class-lesson"
        value={search.get('lesson') ?? ''}
        options={[
          { value: '', label: t('classroom.lesson_newest') },
          ...data.items.flatMap((c) =>
            c.lessons.map((l) => ({
              value: `${c.id} ${l.id}`,
              label: data.items.length > 1 ? `${nameOf(c).text} · ${titleOf(l, c)}` : titleOf(l, c),
            })),
          ),
        ]}
        onChange={(lesson) => setSearch(new URLSearchParams({ class: id, ...(lesson && { lesson }) }))}
      />
    </div>
  )
}

const start = { page: 1, q: '' }

function Cards({ id }: { id: string }) {
  const [search] = useSearchParams()
  const cards = useBrowse('GET /class-cards', {
    start,
    query: { class_id: id, ...lessonOf(search) },
    size: 24,
    every: 60_000,
  })
  const { titleOf, nameOf } = useCourseText()
  const first = cards.data?.items[0]
  return (
    <>
      <BrowseBar of={cards} search={t('kit.people.search')}>
        {first && (
          <span className="mg-dim">
            {nameOf(first.course).text} · {titleOf(first.lesson, first.course)}
            {first.hour && (
              <>
                {' · '}
                <DateTime at={first.hour.starts_at} />
              </>
            )}
          </span>
        )}
      </BrowseBar>
      <BrowseView
        of={cards}
        kind="tiles"
        counts="user"
        empty={{ icon: 'users', title: t('classroom.members_none'), text: t('classroom.members_none_text') }}
      >
        {({ items }) => (
          <ul className="class-cards">
            {items.map((c) => (
              <Card key={c.user_id} of={c} />
            ))}
          </ul>
        )}
      </BrowseView>
    </>
  )
}

function Card({ of: c }: { of: ClassCard }) {
  const [ticking, setTicking] = useState(false)
  const { titleOf } = useCourseText()
  return (
    <li className="class-card">
      <div className="class-card-head">
        <Avatar name={c.name} size={32} />
        <div className="class-card-words">
          <h2>{c.name}</h2>
          <span className="mg-faint class-sub">{[c.username, c.org_name].filter(Boolean).join(' · ')}</span>
        </div>
        {c.hour && <AttendanceTag of={c.hour.attendance} />}
        {c.hour && c.console && (
          <Link
            className={linkClass('plain', 'small')}
            to={href('class-card-console', { lessonId: c.lesson.id, userId: c.user_id }, { hour: c.hour.id })}
            aria-label={t('classroom.watch_of', { name: c.name })}
          >
            {t('classroom.watch')}
          </Link>
        )}
      </div>
      <ProgressBar
        value={c.sections ? c.done / c.sections : 0}
        tone={c.sections > 0 && c.done === c.sections ? 'ok' : 'accent'}
        label={t('classroom.progress')}
        says={t('learn.progress', { done: c.done, all: c.sections })}
      />
      <ul className="class-card-lines">
        {c.lines.map((l) => (
          <li key={l.id}>
            <span className={l.done_at === null ? 'mg-faint' : 'class-done'}>
              <Icon
                name={l.done_at === null ? 'minus' : 'check'}
                label={t(l.done_at === null ? 'learn.sign.open' : 'learn.sign.done')}
              />
            </span>
            <span className="mg-ellipsis" title={titleOf(l, c.course)}>
              {titleOf(l, c.course)}
            </span>
            {l.share !== null && (
              <span className="mg-num mg-dim">
                {format.percent(l.share)}
                {l.tries > 1 && ` · ${t('classroom.tries', { n: l.tries })}`}
              </span>
            )}
          </li>
        ))}
      </ul>
      {c.lines.some((l) => l.ticks) && (
        <Button
          size="small"
          icon="check"
          aria-label={t('learn.tick_for_of', { name: c.name })}
          onClick={() => setTicking(true)}
        >
          {t('learn.tick_for_open')}
        </Button>
      )}
      {ticking && (
        <TickDialog
          course={c.course.id}
          learner={c}
          sections={c.lines.flatMap((l) =>
            l.ticks ? [{ id: l.id, title: titleOf(l, c.course), done: l.done_at !== null }] : [],
          )}
          onClose={() => setTicking(false)}
        />
      )}
      <p className="mg-faint class-sub">
        {c.last_at === null ? (
          t('classroom.card_nothing')
        ) : (
          <>
            {t('classroom.last')}: <Ago at={c.last_at} />
          </>
        )}
      </p>
    </li>
  )
}
