/** A lesson: the way through the course beside it, one section at a time. */
import '../learning.css'
import { type MutableRefObject, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import type { LearnCourse, LearnLesson } from '../../../../contract/course/learn.schema.ts'
import type { Locale } from '../../../../contract/host.ts'
import { t } from '../../../../i18n/index.ts'
import { useRead } from '../../../../kit/data/api.ts'
import { withWords } from '../../../../kit/withWords.ts'
import { ClassHourBar } from '../../../../parts/class-hour/ClassHourBar.tsx'
import { ForeignMark } from '../../../../parts/course/ForeignMark.tsx'
import { useCourseText } from '../../../../parts/course/words.ts'
import { languageName } from '../../../../parts/question/language.ts'
import { useTextLanguage } from '../../../../parts/question/useTextLanguage.ts'
import { Chips } from '../../../../ui/data/Chips.tsx'
import { StatusTag } from '../../../../ui/data/StatusTag.tsx'
import { Empty } from '../../../../ui/feedback/Empty.tsx'
import { Loading } from '../../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../../ui/feedback/ProblemView.tsx'
import { ProgressBar } from '../../../../ui/feedback/ProgressBar.tsx'
import { Button, linkClass } from '../../../../ui/input/Button.tsx'
import { Page } from '../../../../ui/layout/Page.tsx'
import { Panel } from '../../../../ui/layout/Panel.tsx'
import { useLab } from '../../../../parts/scene/lab/useLab.ts'
import type { LearningPlace } from '../places.ts'
import { PreviewNote, usePreview } from '../preview.tsx'
import { lockText, minutesText } from '../state.tsx'
import { LessonOutline } from './LessonOutline.tsx'
import { LessonSide } from './LessonSide.tsx'
import { openPlace, SectionPlaceContext } from './place.ts'
import type { LessonSection } from './section.ts'
import { labWords, languagesOf, SectionView } from './sections.tsx'
import { currentSection, stepNeighbours, type LessonStep, stepsOf } from './walk.logic.ts'

const LabDesk = withWords(labWords, async () => (await import('./lab/LabDesk.tsx')).LabDesk)
const languages = ['en-US', 'zh-CN'] as const

export function LessonPage({ place }: { place: LearningPlace }) {
  const { resource_id: id = '', lesson_id: lesson = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  const preview = usePreview()
  const [spoken, setSpoken] = useTextLanguage()
  const course = useRead('GET /learning/courses/:id', { params: { id }, query: preview.query })
  const read = useRead(
    'GET /learning/courses/:id/lessons/:lesson',
    { params: { id, lesson }, query: { ...preview.query, language: spoken } },
    { fresh: true },
  )
  const { error, refetch } = read
  // an answer from before this page says where its reader was then
  const [opened] = useState(() => Date.now())
  const shown = useRef<{ of: string; data: LearnLesson }>()
  const of = [id, lesson, String(preview.on)].join(' ')
  if (read.data?.id === lesson && read.heard !== undefined && read.heard >= opened)
    shown.current = { of, data: read.data }
  // in another language it stays while its words come, and what plays in it goes on
  const data = shown.current?.of === of ? shown.current.data : undefined
  const places = useRef<Map<string, number>>(new Map())
  const [here] = useState(openPlace)
  const { nameOf, titleOf } = useCourseText()
  const named = search.get('section')
  const section = data && data.id === lesson ? currentSection(data, named) : undefined
  const [language, setLanguage] = useFilmLanguage(section, spoken, setSpoken)
  // what is open stays open, whatever is done meanwhile
  const settled = section?.id
  useEffect(() => {
    if (settled === undefined || settled === named) return
    setSearch(
      (old) => {
        const next = new URLSearchParams(old)
        next.set('section', settled)
        return next
      },
      { replace: true },
    )
  }, [settled, named, setSearch])
  const member = course.data?.member
  const lab = useLab()
  if (lab && data && section?.content.kind === 'lab')
    return (
      <Suspense fallback={<Loading kind="detail" />}>
        <LabDesk
          key={section.id}
          at={lab}
          of={data}
          section={section}
          content={section.content}
          place={place}
          language={language}
          start={0}
          onPlace={() => {}}
          onStale={refetch}
        />
      </Suspense>
    )
  return (
    <Page
      title={data ? titleOf(data, data.course) : t('learn.lesson')}
      description={data && [nameOf(data.course).text, titleOf(data.chapter, data.course)].join(' · ')}
      tags={
        member?.state === 'completed' && <StatusTag word="completed" tone="ok" label={t('learn.state.completed')} />
      }
      actions={
        <Link className={linkClass()} to={place.course(id, preview.kept)}>
          {t('learn.to_course')}
        </Link>
      }
    >
      {data?.preview && <PreviewNote course={id} />}
      {data && !data.preview && (
        <ClassHourBar
          course={id}
          language={data.course.language}
          lesson={lesson}
          section={section?.id}
          to={(of, at) => place.lesson(id, of, { section: at })}
        />
      )}
      <div className="learn-desk">
        <aside className="learn-aside">
          {member && (
            <ProgressBar
              value={member.progress.share}
              tone={member.state === 'completed' ? 'ok' : 'accent'}
              label={t('learn.own_progress')}
              says={t('learn.progress', { done: member.progress.done, all: member.progress.sections })}
            />
          )}
          {course.data ? (
            <LessonOutline of={course.data} place={place} lesson={lesson} section={section?.id} />
          ) : (
            !course.error && <Loading kind="list" />
          )}
        </aside>
        <div className="learn-content">
          {data && data.id === lesson ? (
            <SectionPlaceContext.Provider value={here}>
              {section ? (
                <OneSection
                  place={place}
                  key={section.id}
                  of={data}
                  section={section}
                  language={language}
                  onLanguage={setLanguage}
                  places={places}
                  onStale={refetch}
                />
              ) : (
                <Empty icon="book" title={t('learn.lesson_empty')} />
              )}
              {course.data && <Walk of={course.data} place={place} lesson={lesson} section={section?.id} />}
              <LessonSide of={data} place={place} section={section} />
            </SectionPlaceContext.Provider>
          ) : error ? (
            <ProblemView problem={error} onRetry={refetch} />
          ) : (
            <Loading kind="detail" />
          )}
        </div>
      </div>
    </Page>
  )
}

/** A film that plays goes on in its own language, whatever the page is read in now, until its viewer chooses the other. */
function useFilmLanguage(
  section: LessonSection | undefined,
  spoken: Locale,
  setSpoken: (language: Locale) => void,
): [language: Locale, choose: (language: Locale) => void] {
  const film = section?.content.kind === 'video' ? section.id : undefined
  const [own, setOwn] = useState({ film, language: spoken })
  if (own.film !== film) setOwn({ film, language: spoken })
  return [
    film !== undefined && own.film === film ? own.language : spoken,
    (language) => {
      setOwn({ film, language })
      setSpoken(language)
    },
  ]
}

interface OneSectionProps {
  place: LearningPlace
  of: LearnLesson
  section: LessonSection
  language: 'en-US' | 'zh-CN'
  onLanguage: (language: 'en-US' | 'zh-CN') => void
  /** Where its reader was in each section of this page. */
  places: MutableRefObject<Map<string, number>>
  onStale: () => void
}
function OneSection({ place, of: l, section: s, language, onLanguage, places, onStale }: OneSectionProps) {
  const { titleOf } = useCourseText()
  const head = useRef<HTMLDivElement>(null)
  // the page was at the end of the section before
  useEffect(() => {
    const main = head.current?.closest('.mg-main')
    if (main) main.scrollTop = 0
  }, [])
  const { two, foreign, shown } = languagesOf({ of: l, content: s.content, language })
  return (
    <div ref={head}>
      <Panel
        title={titleOf(s, l.course)}
        description={[t(`learn.kind.${s.kind}`), minutesText(s.minutes), s.optional && t('learn.optional')]
          .filter(Boolean)
          .join(' · ')}
        actions={
          two ? (
            <Chips
              label={t('learn.language')}
              value={language}
              items={languages.map((value) => ({ value, label: languageName(value) }))}
              onChange={(value) => value && onLanguage(value)}
            />
          ) : (
            <ForeignMark language={foreign} />
          )
        }
      >
        <div lang={shown || undefined}>
          <SectionView
            of={l}
            section={s}
            content={s.content}
            place={place}
            language={language}
            start={places.current.get(s.id) ?? s.place}
            onPlace={(to) => places.current.set(s.id, to)}
            onStale={onStale}
          />
        </div>
      </Panel>
    </div>
  )
}

interface WalkProps {
  of: LearnCourse
  place: LearningPlace
  lesson: string
  section: string | undefined
}
function Walk({ of: c, place, lesson, section }: WalkProps) {
  const { titleOf } = useCourseText()
  const { kept } = usePreview()
  const steps = stepsOf(c)
  const { previous, next } = stepNeighbours(steps, lesson, section)
  const titleOfLesson = (id: string) => {
    const found = steps.find((s) => s.lesson.id === id)?.lesson
    return found ? titleOf(found, c) : ''
  }
  const to = (s: LessonStep) =>
    place.lesson(c.id, s.lesson.id, { ...kept, ...(s.section ? { section: s.section.id } : {}) })
  const words = (s: LessonStep) => titleOf(s.section ?? s.lesson, c)
  const lock = next && lockText(next.lesson, titleOfLesson)
  return (
    <div className="learn-walk">
      {previous && previous.lesson.lock === null ? (
        <Link className={linkClass()} to={to(previous)}>
          {t('learn.previous', { title: words(previous) })}
        </Link>
      ) : (
        <span />
      )}
      {next ? (
        lock ? (
          <Button off={lock}>{t('learn.next', { title: words(next) })}</Button>
        ) : (
          <Link className={linkClass('primary')} to={to(next)}>
            {t('learn.next', { title: words(next) })}
          </Link>
        )
      ) : (
        <Link className={linkClass('primary')} to={place.course(c.id, kept)}>
          {t('learn.to_course')}
        </Link>
      )}
    </div>
  )
}
