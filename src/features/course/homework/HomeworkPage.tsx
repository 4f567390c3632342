/** A homework: its sheet while it may be written, and what was handed in. */
import '../learning/learning.css'
import './homework.css'
import '../../../parts/answer-sheet/answer-sheet.css'
import { useEffect, useMemo, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import type { Homework } from '../../../contract/course/homework.schema.ts'
import { homeworkLimits } from '../../../contract/course/homework.ts'
import { format, t } from '../../../i18n/index.ts'
import { useCall } from '../../../kit/data/call.ts'
import { useRead } from '../../../kit/data/api.ts'
import { useMe } from '../../../kit/session/use.ts'
import { unsentOf } from '../../../parts/answer-sheet/sheet.logic.ts'
import { UnsentAnswers } from '../../../parts/answer-sheet/UnsentAnswers.tsx'
import { useWriter } from '../../../parts/answer-sheet/useWriter.ts'
import { useCourseText } from '../../../parts/course/words.ts'
import { languageName } from '../../../parts/question/language.ts'
import { useTextLanguage } from '../../../parts/question/useTextLanguage.ts'
import { useLeftBehind } from '../../../parts/writing/useLeftBehind.ts'
import { Chips } from '../../../ui/data/Chips.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { Button, linkClass } from '../../../ui/input/Button.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import type { LearningPlace } from '../learning/places.ts'
import { PreviewNote, usePreview } from '../learning/preview.tsx'
import { HandIns } from './HandIns.tsx'
import { HomeworkFacts, HomeworkStateTag } from './HomeworkFacts.tsx'
import { HomeworkSheet } from './HomeworkSheet.tsx'

const languages = ['en-US', 'zh-CN'] as const

export function HomeworkPage({ place }: { place: LearningPlace }) {
  const { resource_id: id = '', lesson_id: lesson = '', exercise_id: section = '' } = useParams()
  const preview = usePreview()
  const { titleOf, nameOf } = useCourseText()
  const [language, setLanguage] = useTextLanguage()
  const { data, error, heard, refetch } = useRead(
    'GET /learning/courses/:id/homework/:section',
    { params: { id, section }, query: { ...preview.query, language } },
    { fresh: true },
  )
  // an answer from before this page says what was written then
  const [opened] = useState(() => Date.now())
  const h = heard !== undefined && heard >= opened && data?.id === section ? data : undefined
  const back = (
    <Link className={linkClass()} to={place.lesson(id, lesson, { ...preview.kept, section })}>
      {t('homework.to_lesson')}
    </Link>
  )
  if (!h)
    return (
      <Page title={t('homework.one')} actions={back}>
        {error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="detail" />}
      </Page>
    )
  const frame = {
    title: titleOf(h, h.course),
    description: [nameOf(h.course).text, titleOf(h.lesson, h.course)].join(' · '),
    tags: <HomeworkStateTag of={h} />,
    back,
    languages: h.course.translation !== null && (
      <Chips
        label={t('learn.language')}
        value={language}
        items={languages.map((value) => ({ value, label: languageName(value) }))}
        onChange={(value) => value && setLanguage(value)}
      />
    ),
  }
  return <Opened key={section} of={h} frame={frame} language={language} onAgain={refetch} />
}

export interface HomeworkFrame {
  title: string
  description: string
  tags: JSX.Element
  back: JSX.Element
  languages: JSX.Element | false
}
interface OpenedProps {
  of: Homework
  frame: HomeworkFrame
  language: 'en-US' | 'zh-CN'
  onAgain: () => void
}

/** Writing is wanted where nothing was handed in yet, where it was given back, and where its writer says so (`again`). */
function Opened({ of: h, frame, language, onAgain }: OpenedProps) {
  const [search, setSearch] = useSearchParams()
  const me = useMe()?.resource_id ?? ''
  const [newest] = h.hand_ins
  const wants = h.may && (!newest || newest.state === 'returned' || search.get('again') === 'true')
  const write = (on: boolean) =>
    setSearch(
      (old) => {
        const next = new URLSearchParams(old)
        if (on) next.set('again', 'true')
        else next.delete('again')
        return next
      },
      { replace: true },
    )
  const writer = useWriter(wants && !h.preview ? `homework ${h.course.id} ${h.id} ${me}` : undefined)
  const [taken, setTaken] = useState(false)
  const elsewhere = writer !== undefined && (taken || (h.writer !== '' && h.writer !== writer.name))
  const [takeOver, { busy }] = useCall('POST /learning/courses/:id/homework/:section/take-over')
  const [problem, setProblem] = useState<unknown>(null)
  const goOn = async () => {
    if (!writer) return
    setProblem(null)
    try {
      await takeOver({ params: { id: h.course.id, section: h.id }, body: { writer: writer.name } })
      setTaken(false)
      onAgain()
    } catch (e) {
      setProblem(e)
    }
  }
  // a page that was not heard of for long is closed, or its writer has gone to another machine
  const quiet = elsewhere && !taken && (h.heard ?? 0) >= homeworkLimits.quiet
  useEffect(() => {
    if (quiet) void goOn()
    // once for what was read
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [quiet])
  useEffect(() => {
    if (writer && !elsewhere) writer.keep()
  }, [writer, elsewhere])

  if (wants && (h.preview || (writer && !elsewhere)))
    return (
      <HomeworkSheet
        key={`${h.epoch} ${h.revision}`}
        of={h}
        frame={frame}
        language={language}
        writer={writer?.name ?? ''}
        onTaken={() => setTaken(true)}
        onAgain={onAgain}
        onHanded={() => write(false)}
      />
    )
  return (
    <Page
      title={frame.title}
      description={frame.description}
      tags={frame.tags}
      actions={
        <>
          {frame.languages}
          {h.may && newest && newest.state !== 'returned' && (
            <Button icon="undo" onClick={() => write(true)}>
              {t('homework.again')}
            </Button>
          )}
          {frame.back}
        </>
      }
    >
      {h.preview && <PreviewNote course={h.course.id} />}
      {problem !== null && <ProblemView compact problem={problem} onRetry={() => void goOn()} />}
      {!h.preview && <LeftBehind of={h} title={frame.title} taken={elsewhere} />}
      {elsewhere ? (
        <Empty icon="swap" title={t('homework.elsewhere_title')}>
          <p>
            {taken || h.heard === null
              ? t('homework.taken_text')
              : t('homework.elsewhere_text', { when: agoOf(h.heard) })}
          </p>
          <Button tone="primary" className="homework-go-on" busy={busy} onClick={() => void goOn()}>
            {t('homework.take_over')}
          </Button>
        </Empty>
      ) : wants ? (
        <Loading kind="detail" />
      ) : (
        <>
          <Panel title={t('homework.about')}>
            <HomeworkFacts of={h} rule={h} items={h.parts.reduce((n, p) => n + p.items.length, 0)} />
            {h.phase === 'before' && <p role="status">{t('homework.opens_text')}</p>}
            {h.phase === 'over' && !newest && <p role="status">{t('homework.over_text')}</p>}
          </Panel>
          {newest && <HandIns of={h} />}
        </>
      )}
    </Page>
  )
}

/** Answers of this browser that the server never got. */
function LeftBehind({ of: h, title, taken }: { of: Homework; title: string; taken: boolean }) {
  const stored = useMemo(
    () => Object.fromEntries(h.answers.map(({ item, answer, marked }) => [item, { answer, marked }])),
    [h.answers],
  )
  const [left, putAside] = useLeftBehind(h.course.id, h.id, stored)
  return (
    <UnsentAnswers
      of={unsentOf({ id: h.id, sections: h.parts }, left, Object.keys(left))}
      why={t(taken ? 'homework.unsent_taken' : 'homework.unsent_over')}
      name={title}
      onDismiss={taken ? undefined : putAside}
      mayPutBack={() => false}
      onPutBack={() => {}}
    />
  )
}

/** @param heard seconds ago */
function agoOf(heard: number): string {
  const now = new Date()
  return format.ago(new Date(now.getTime() - heard * 1000), now)
}
