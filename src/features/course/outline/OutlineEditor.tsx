/** The outline beside what is chosen of it. What lives over time is in `author.saga.ts`, what an act does in `outline.logic.ts`. */
import { type KeyboardEvent, lazy, Suspense, useContext, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { outlineLimits, type SectionKind, sectionKinds } from '../../../contract/course/outline.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { LeaveGuard } from '../../../kit/form/LeaveGuard.tsx'
import { useAccess } from '../../../kit/session/access.ts'
import { newKey } from '../../../lib/id.ts'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Button, IconButton, linkClass } from '../../../ui/input/Button.tsx'
import { Menu } from '../../../ui/input/Menu.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { CourseStatusTags } from '../CourseStatusTags.tsx'
import { isChanged, isStuck, hasUnsaved, type ReadyState } from './author.state.ts'
import { AuthorConflict } from './AuthorConflict.tsx'
import { LessonForm } from './LessonForm.tsx'
import * as act from './outline.logic.ts'
import { OutlineTree } from './OutlineTree.tsx'
import { AuthorSaveState } from './AuthorSaveState.tsx'
import { SectionPane } from './SectionPane.tsx'
import { ReopenContext, useAuthorStore } from './store.ts'
import { Titles } from './Titles.tsx'
import { kindIcons } from './words.ts'

const CourseFiles = lazy(() => import('../files/CourseFiles.tsx'))
const PublishDialog = lazy(() => import('../publish/PublishDialog.tsx'))
const TakeLesson = lazy(() => import('./TakeLesson.tsx'))
const LessonUses = lazy(() => import('./LessonUses.tsx'))
const newId = () => newKey().slice(0, 12)
const inField = (e: { target: EventTarget }) =>
  e.target instanceof Element && e.target.closest('input, textarea, select, dialog') !== null

export function OutlineEditor({ state }: { state: ReadyState }) {
  const store = useAuthorStore()
  const { course, outline } = state
  const doc = outline.history.now
  const disabled = !course.can.includes('update')
  const translated = course.translation !== null
  const [search, setSearch] = useSearchParams()
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [publishing, setPublishing] = useState(false)
  const [taking, setTaking] = useState(false)
  const reopen = useContext(ReopenContext)
  const [said, setSaid] = useState('')
  // what is open is part of the address: a reload and a link come back to it
  const at = search.get('at') ?? undefined
  const place = at === undefined ? undefined : act.placeOf(doc, at)
  const choose = (id: string) => setSearch({ at: id }, { replace: true })

  const put = (next: act.Draft, mark?: string) => {
    if (next === doc) return
    const free = act.freed(doc, next).filter((l) => mark === undefined || l.id !== at)
    store.dispatch({ type: 'outline', doc: next, ...(mark === undefined ? {} : { mark }) })
    for (const l of free) toast.info(t('course.freed', { title: l.title }))
  }
  const add = (next: act.Draft, id: string) => {
    put(next)
    choose(id)
    // the server knows it before anybody writes in it
    store.dispatch({ type: 'ask/save' })
  }
  const addChapter = () => {
    const made = act.newChapter(newId(), t('course.new_chapter', { n: doc.chapters.length + 1 }))
    add(act.appendChapter(doc, made), made.id)
  }
  const addLesson = (chapter: string | undefined) => {
    const lesson = act.newLesson(newId(), t('course.new_lesson', { n: act.lessonsIn(doc).length + 1 }))
    const first = act.newChapter(newId(), t('course.new_chapter', { n: 1 }))
    const into = chapter ?? first.id
    add(act.appendLesson(chapter === undefined ? act.appendChapter(doc, first) : doc, into, lesson), lesson.id)
  }
  const addSection = (lesson: string, kind: SectionKind) => {
    const section = act.newSection(newId(), kind, t(`course.kind_of.${kind}`))
    add(act.appendSection(doc, lesson, section), section.id)
  }
  const duplicate = (id: string) => {
    const made = act.duplicate(doc, id, newId)
    if (made) add(made.doc, made.made)
  }
  const remove = (id: string) => {
    const gone = act.placeOf(doc, id)
    if (!gone) return
    put(act.removePart(doc, id))
    const { title } = gone.at === 'chapter' ? gone.chapter : gone.at === 'lesson' ? gone.lesson : gone.section
    toast.ok(t('kit.action.removed', { name: title }), {
      label: t('course.undo'),
      run: () => store.dispatch({ type: 'undo' }),
    })
  }
  const stepped = (id: string, way: 'up' | 'down') => {
    const next = act.step(doc, id, way)
    put(next)
    if (next !== doc) setSaid(t(`course.moved_${way}`))
  }
  const onKey = (e: KeyboardEvent) => {
    if (disabled || inField(e) || !(e.ctrlKey || e.metaKey)) return
    const key = e.key.toLowerCase()
    if (key !== 'z' && key !== 'y') return
    e.preventDefault()
    store.dispatch({ type: key === 'y' || e.shiftKey ? 'redo' : 'undo' })
  }

  const lessons = act.lessonsIn(doc)
  const chapter = place?.chapter.id ?? doc.chapters.at(-1)?.id
  const lesson = place && place.at !== 'chapter' ? place.lesson.id : undefined
  const full = lessons.length >= outlineLimits.lessons
  return (
    <Page
      fill
      title={course.name}
      tags={<CourseStatusTags row={{ status: course.status, changed: isChanged(state) }} />}
      description={t('course.figures', {
        lessons: lessons.length,
        theory: format.number(lessons.reduce((n, l) => n + l.theory, 0)),
        experiment: format.number(lessons.reduce((n, l) => n + l.experiment, 0)),
      })}
      actions={
        <>
          <AuthorSaveState state={state} onRetry={() => store.dispatch({ type: 'ask/retry' })} />
          <Link className={linkClass()} to={href('course-edit', { id: course.id })}>
            <Icon name="edit" />
            <span className="mg-btn-text">{t('course.about')}</span>
          </Link>
          {(!disabled || course.status === 'archived') && <PracticeLink id={course.id} />}
          {course.can.includes('export') && (
            <Suspense fallback={null}>
              <CourseFiles course={course} />
            </Suspense>
          )}
          <Preview id={course.id} />
          {!disabled && (
            <Button
              tone="primary"
              icon="upload"
              off={hasUnsaved(state) && t('course.publish_saving')}
              onClick={() => setPublishing(true)}
            >
              {t('course.publish')}
            </Button>
          )}
        </>
      }
    >
      <LeaveGuard
        dirty={isStuck(state)}
        isDirty={() => isStuck(store.getState())}
        text={t('course.leave_text')}
        onLeave={() => undefined}
      />
      {course.status === 'archived' && <p className="kit-note-warn">{t('course.archived_locked')}</p>}
      <div className="course-desk" onKeyDown={onKey}>
        <Panel
          className="course-outline"
          title={t('course.outline')}
          actions={
            !disabled && (
              <>
                <IconButton
                  icon="undo"
                  label={t('course.undo')}
                  disabled={!outline.history.past}
                  onClick={() => store.dispatch({ type: 'undo' })}
                />
                <IconButton
                  icon="redo"
                  label={t('course.redo')}
                  disabled={!outline.history.future}
                  onClick={() => store.dispatch({ type: 'redo' })}
                />
                <Menu
                  label={t('course.add')}
                  trigger={
                    <>
                      <Icon name="plus" />
                      <span className="mg-btn-text">{t('course.add')}</span>
                    </>
                  }
                  items={[
                    {
                      id: 'chapter',
                      label: t('course.add_chapter'),
                      icon: 'folder',
                      disabled: doc.chapters.length >= outlineLimits.chapters,
                      onSelect: addChapter,
                    },
                    {
                      id: 'lesson',
                      label: t('course.add_lesson'),
                      icon: 'book',
                      disabled: full,
                      onSelect: () => addLesson(chapter),
                    },
                    {
                      id: 'take',
                      label: t('course.take_lesson'),
                      icon: 'copy',
                      disabled: full || hasUnsaved(state),
                      onSelect: () => setTaking(true),
                    },
                    'line',
                    ...sectionKinds.map((kind) => ({
                      id: kind,
                      label: t(`course.add_section.${kind}`),
                      icon: kindIcons[kind],
                      disabled: lesson === undefined,
                      onSelect: () => lesson !== undefined && addSection(lesson, kind),
                    })),
                  ]}
                />
              </>
            )
          }
        >
          {doc.chapters.length === 0 ? (
            <Empty
              compact
              icon="book"
              title={t('course.outline_empty')}
              action={
                !disabled && (
                  <Button icon="plus" onClick={() => addLesson(undefined)}>
                    {t('course.add_first')}
                  </Button>
                )
              }
            />
          ) : (
            <>
              <OutlineTree
                doc={doc}
                chosen={at}
                folded={folded}
                onFold={(id, open) => {
                  const next = new Set(folded)
                  if (open) next.delete(id)
                  else next.add(id)
                  setFolded(next)
                }}
                empty={(id) => (state.revisions.get(id) ?? 0) === 0}
                disabled={disabled}
                acts={{
                  choose,
                  move: (id, on, side) => put(act.move(doc, id, on, side)),
                  step: stepped,
                  duplicate,
                  remove,
                  addLesson,
                  addSection,
                }}
              />
              {!disabled && <p className="mg-hint">{t('course.outline_keys')}</p>}
            </>
          )}
        </Panel>
        <div className="course-pane">
          {place === undefined && doc.chapters.length > 0 && (
            <Empty compact icon="pointer" title={t('course.nothing_chosen')} />
          )}
          {place?.at === 'chapter' && (
            <Panel key={at} title={place.chapter.title} description={t('course.chapter')}>
              <div className="course-fields">
                <Titles
                  of={place.chapter}
                  translated={translated}
                  disabled={disabled}
                  onChange={(part) =>
                    put(act.writePart(doc, place.chapter.id, part), `${Object.keys(part).join()} ${at}`)
                  }
                />
              </div>
              {!disabled && (
                <p>
                  <Button icon="plus" disabled={full} onClick={() => addLesson(place.chapter.id)}>
                    {t('course.add_lesson')}
                  </Button>
                </p>
              )}
            </Panel>
          )}
          {place?.at === 'lesson' && (
            <Panel key={at} title={place.lesson.title} description={t('course.lesson')}>
              <LessonForm
                doc={doc}
                lesson={place.lesson}
                translated={translated}
                disabled={disabled}
                onChange={(part) => put(act.writePart(doc, place.lesson.id, part), `${Object.keys(part).join()} ${at}`)}
              />
              <Suspense fallback={null}>
                <LessonUses
                  course={course.id}
                  lesson={place.lesson.id}
                  version={outline.version}
                  disabled={disabled}
                  unsaved={hasUnsaved(state)}
                  onRenewed={reopen}
                />
              </Suspense>
              {!disabled && (
                <p className="course-adds">
                  {sectionKinds.map((kind) => (
                    <Button
                      key={kind}
                      icon={kindIcons[kind]}
                      disabled={place.lesson.sections.length >= outlineLimits.sections}
                      onClick={() => addSection(place.lesson.id, kind)}
                    >
                      {t(`course.add_section.${kind}`)}
                    </Button>
                  ))}
                </p>
              )}
            </Panel>
          )}
          {place?.at === 'section' && (
            <SectionPane
              key={at}
              state={state}
              section={place.section}
              translated={translated}
              disabled={disabled}
              onChange={(part) => put(act.writePart(doc, place.section.id, part), `${Object.keys(part).join()} ${at}`)}
            />
          )}
        </div>
      </div>
      <span className="mg-sr" role="status">
        {said}
      </span>
      <AuthorConflict state={state} onSettle={(of, way) => store.dispatch({ type: 'ask/settle', of, way })} />
      {taking && (
        <Suspense fallback={null}>
          <TakeLesson
            course={course.id}
            version={outline.version}
            chapter={chapter}
            onTaken={(made) => {
              setTaking(false)
              choose(made)
              reopen()
            }}
            onClose={() => setTaking(false)}
          />
        </Suspense>
      )}
      {publishing && (
        <Suspense fallback={null}>
          <PublishDialog
            course={course}
            onPublished={() => store.dispatch({ type: 'ask/reread' })}
            onClose={() => setPublishing(false)}
          />
        </Suspense>
      )}
    </Page>
  )
}

/** What learners do with its questions and homework, once there are any. */
function PracticeLink({ id }: { id: string }) {
  const { visible } = useAccess()
  if (!visible.has('course-practice')) return null
  return (
    <Link className={linkClass()} to={href('course-practice', { course_id: id })}>
      <Icon name="tasks" />
      <span className="mg-btn-text">{t('course.practice')}</span>
    </Link>
  )
}

/** Whoever keeps a course looks at it as a learner, as far as it was published. */
function Preview({ id }: { id: string }) {
  return (
    <Link className={linkClass()} to={href('course-detail', { resource_id: id }, { preview: 'true' })}>
      <Icon name="eye" />
      <span className="mg-btn-text">{t('course.preview')}</span>
    </Link>
  )
}
