/** The learner's own notes on a lesson. One carries the second or the page it was taken at, and leads back there. */
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import type { LearnLesson } from '../../../../contract/course/learn.schema.ts'
import type { LessonNote } from '../../../../contract/course/media.schema.ts'
import { mediaLimits } from '../../../../contract/course/media.ts'
import { format, t } from '../../../../i18n/index.ts'
import { useRead, useWrite } from '../../../../kit/data/api.ts'
import { useTyped } from '../../../../kit/form/typed.ts'
import { useCourseText } from '../../../../parts/course/words.ts'
import { Empty } from '../../../../ui/feedback/Empty.tsx'
import { Loading } from '../../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { Button, IconButton } from '../../../../ui/input/Button.tsx'
import type { LearningPlace } from '../places.ts'
import { useSectionPlace } from './place.ts'
import type { LessonSection } from './section.ts'

interface LessonNotesProps {
  of: LearnLesson
  place: LearningPlace
  section: LessonSection | undefined
}
/** Whether a note on it has a place of its own. */
const hasPlaces = (s: Pick<LessonSection, 'kind' | 'content'>): boolean =>
  s.kind === 'video' || s.kind === 'document' || (s.content.kind === 'slides' && s.content.pdf !== null)
const placeText = (kind: LessonSection['kind'] | undefined, place: number): string =>
  kind === 'video' ? format.clock(place) : t('learn.page_n', { n: place + 1 })

export function LessonNotes({ of: l, place, section }: LessonNotesProps) {
  const params = { id: l.course.id, lesson: l.id }
  const { data, error, refetch } = useRead('GET /learning/courses/:id/lessons/:lesson/notes', { params })
  return (
    <>
      {section && <NewNote course={l.course.id} section={section} />}
      {error && !data && <ProblemView compact problem={error} onRetry={refetch} />}
      {!data && !error && <Loading kind="list" />}
      {data?.items.length === 0 && <Empty compact icon="note" title={t('learn.notes_empty')} />}
      {data && data.items.length > 0 && (
        <ul className="learn-notes">
          {data.items.map((note) => (
            <OneNote key={note.id} note={note} of={l} place={place} open={section?.id} />
          ))}
        </ul>
      )}
    </>
  )
}

function NewNote({ course, section }: { course: string; section: LessonSection }) {
  const id = useId()
  const here = useSectionPlace()
  const [text, setText] = useTyped(`lesson-note:${course}:${section.id}`)
  /** Where the section was when the note was begun. */
  const [at, setAt] = useState<number | null>(null)
  const [add, { busy }] = useWrite('POST /learning/courses/:id/sections/:section/notes')
  const [problem, setProblem] = useState<unknown>(null)
  const takes = hasPlaces(section)
  const save = async () => {
    setProblem(null)
    try {
      await add({ params: { id: course, section: section.id }, body: { text, place: takes ? at : null } })
      setText('')
      setAt(null)
    } catch (e) {
      setProblem(e)
    }
  }
  return (
    <form
      className="learn-note-new"
      onSubmit={(e) => {
        e.preventDefault()
        if (text.trim() !== '') void save()
      }}
    >
      <label className="mg-label" htmlFor={id}>
        {t('learn.note_new')}
      </label>
      <textarea
        id={id}
        className="mg-field"
        rows={3}
        maxLength={mediaLimits.note}
        value={text}
        onChange={(e) => {
          if (takes && (text === '' || at === null)) setAt(here.current()?.now() ?? null)
          setText(e.target.value)
        }}
      />
      {problem !== null && <ProblemView compact problem={problem} />}
      <p className="learn-note-line">
        <Button type="submit" icon="plus" busy={busy} disabled={text.trim() === ''}>
          {t('learn.note_add')}
        </Button>
        {takes && at !== null && (
          <span className="mg-faint">{t('learn.note_at', { place: placeText(section.kind, at) })}</span>
        )}
      </p>
    </form>
  )
}

interface OneNoteProps {
  note: LessonNote
  of: LearnLesson
  place: LearningPlace
  open: string | undefined
}
function OneNote({ note, of: l, place, open }: OneNoteProps) {
  const { titleOf } = useCourseText()
  const here = useSectionPlace()
  const [write, { busy }] = useWrite('PUT /learning/notes/:id')
  const [draft, setDraft] = useTyped(`lesson-note:${note.id}`)
  const [editing, setEditing] = useState(draft !== '')
  const end = () => {
    setDraft('')
    setEditing(false)
  }
  const section = l.sections.find((s) => s.id === note.section)
  const where = [
    section ? titleOf(section, l.course) : note.title,
    note.place !== null && placeText(section?.kind, note.place),
  ]
    .filter(Boolean)
    .join(' · ')
  const save = (text: string) =>
    write({ params: { id: note.id }, body: { text, version: note.version } })
      .then(end)
      .catch(toast.problem)
  const at = note.place
  return (
    <li>
      <p className="learn-note-line">
        {section && open === note.section && at !== null ? (
          <button type="button" className="learn-note-place" onClick={() => here.current()?.goTo(at)}>
            {where}
          </button>
        ) : section ? (
          <Link
            to={place.lesson(l.course.id, l.id, { section: note.section, ...(at === null ? {} : { at: String(at) }) })}
          >
            {where}
          </Link>
        ) : (
          <span className="mg-faint">{where}</span>
        )}
        <span className="learn-note-acts">
          <IconButton
            size="small"
            icon="edit"
            label={t('learn.note_edit')}
            disabled={busy || editing}
            onClick={() => {
              setDraft(note.text)
              setEditing(true)
            }}
          />
          <IconButton
            size="small"
            icon="trash"
            label={t('learn.note_remove')}
            disabled={busy}
            onClick={() => void save('')}
          />
        </span>
      </p>
      {!editing ? (
        <p className="learn-note-text">{note.text}</p>
      ) : (
        <form
          onSubmit={(e) => {
            e.preventDefault()
            if (draft.trim() !== '') void save(draft)
          }}
        >
          <textarea
            className="mg-field"
            rows={3}
            aria-label={t('learn.note_edit')}
            maxLength={mediaLimits.note}
            value={draft}
            onChange={(e) => setDraft(e.target.value)}
          />
          <p className="learn-note-line">
            <Button type="submit" size="small" tone="primary" busy={busy} disabled={draft.trim() === ''}>
              {t('learn.note_save')}
            </Button>
            <Button size="small" onClick={end}>
              {t('kit.cancel')}
            </Button>
          </p>
        </form>
      )}
    </li>
  )
}
