/** Takes a lesson of another course: first the course, then which of its lessons. */
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import { useCourseText } from '../../../parts/course/words.ts'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { TextField } from '../../../ui/input/TextField.tsx'

interface TakeLessonProps {
  course: string
  /** Of the outline. */
  version: number
  /** At whose end it comes to stand. */
  chapter: string | undefined
  onTaken: (lesson: string) => void
  onClose: () => void
}
/** Courses that are listed at once; a name narrows them. */
const most = 50

export default function TakeLesson({ course, version, chapter, onTaken, onClose }: TakeLessonProps) {
  const [q, setQ] = useState('')
  const [from, setFrom] = useState<string>()
  const [problem, setProblem] = useState<unknown>(null)
  const [busy, setBusy] = useState<string>()
  const [take] = useWrite('POST /courses/:id/lessons')
  const act = async (of: string, lesson: string, title: string) => {
    setProblem(null)
    setBusy(lesson)
    try {
      const body = { version, course_id: of, lesson_id: lesson, chapter: chapter ?? null }
      const { made } = await take({ params: { id: course }, body })
      toast.ok(t('course.taken', { title }))
      onTaken(made)
    } catch (e) {
      setProblem(e)
      setBusy(undefined)
    }
  }
  return (
    <Dialog
      open
      size="large"
      title={t('course.take_title')}
      onClose={onClose}
      actions={from !== undefined && <Button onClick={() => setFrom(undefined)}>{t('course.take_other')}</Button>}
    >
      <p className="mg-hint">{t('course.take_text')}</p>
      {problem !== null && <ProblemView compact problem={problem} />}
      {from === undefined ? (
        <>
          <TextField label={t('course.take_search')} type="search" data-autofocus value={q} onChange={setQ} />
          <Courses q={q} without={course} onChoose={setFrom} />
        </>
      ) : (
        <Lessons of={from} busy={busy} onTake={(id, title) => void act(from, id, title)} />
      )}
    </Dialog>
  )
}

function Courses({ q, without, onChoose }: { q: string; without: string; onChoose: (id: string) => void }) {
  const { nameOf } = useCourseText()
  const { data, error, refetch } = useRead('GET /courses', { query: { q, page_size: most } })
  if (!data) return error ? <ProblemView compact problem={error} onRetry={refetch} /> : <Loading kind="list" rows={6} />
  const items = data.items.filter((c) => c.id !== without && c.can.includes('copy'))
  if (!items.length) return <p className="mg-faint">{t('course.take_none')}</p>
  return (
    <ul className="course-take">
      {items.map((c) => (
        <li key={c.id}>
          <Button tone="quiet" onClick={() => onChoose(c.id)}>
            {nameOf(c).text}
          </Button>
          <span className="mg-faint">{t('learn.lessons', { n: c.lessons })}</span>
        </li>
      ))}
    </ul>
  )
}

interface LessonsProps {
  of: string
  busy: string | undefined
  onTake: (lesson: string, title: string) => void
}
function Lessons({ of, busy, onTake }: LessonsProps) {
  const { nameOf, titleOf } = useCourseText()
  const { data, error, refetch } = useRead('GET /courses/:id/lessons', { params: { id: of } })
  if (!data) return error ? <ProblemView compact problem={error} onRetry={refetch} /> : <Loading kind="list" rows={6} />
  return (
    <section aria-label={nameOf(data.course).text}>
      <h3>{nameOf(data.course).text}</h3>
      {data.chapters.every((ch) => ch.lessons.length === 0) && <p className="mg-faint">{t('learn.no_lessons')}</p>}
      {data.chapters.map((chapter) => (
        <div key={chapter.id}>
          <h4>{titleOf(chapter, data.course)}</h4>
          <ul className="course-take">
            {chapter.lessons.map((l) => {
              const title = titleOf(l, data.course)
              return (
                <li key={l.id}>
                  <span>{title}</span>
                  <span className="mg-faint">
                    {[...new Set(l.sections)].map((kind) => t(`course.kind_of.${kind}`)).join(' · ')}
                  </span>
                  <Button
                    size="small"
                    aria-label={t('course.take_of', { title })}
                    busy={busy === l.id}
                    disabled={busy !== undefined}
                    onClick={() => onTake(l.id, title)}
                  >
                    {t('course.take')}
                  </Button>
                </li>
              )
            })}
          </ul>
        </div>
      ))}
    </section>
  )
}
