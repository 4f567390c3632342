/** Publishing a course: what is missing first, what changes for whom, and then the word. */
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Course } from '../../../contract/course/course.schema.ts'
import type { PublishPreview } from '../../../contract/course/course.routes.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import { type AppProblem, problemOf } from '../../../lib/problem.ts'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import '../course.css'

interface PublishDialogProps {
  course: Pick<Course, 'id' | 'name' | 'version' | 'status'>
  onPublished?: () => void
  onClose: () => void
}
type Titled = PublishPreview['added']
const changes = ['added', 'removed', 'rewritten', 'ruled'] as const

export default function PublishDialog({ course, onPublished, onClose }: PublishDialogProps) {
  const { id, name, status } = course
  const { data, error, fetching, refetch } = useRead(
    'GET /courses/:id/publication',
    { params: { id } },
    { fresh: true },
  )
  const [write] = useWrite('POST /courses/:id/publish')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<AppProblem>()
  const preview = fetching ? undefined : data
  const kept = preview?.checklist.some((c) => c.blocks) ?? false
  const same = preview !== undefined && preview.published && !preview.changed && status === 'published'
  const publish = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await write({ params: { id }, body: { version: course.version } })
      toast.ok(t('course.published', { name }))
      onPublished?.()
      onClose()
    } catch (e) {
      setProblem(problemOf(e))
      setBusy(false)
      refetch()
    }
  }
  return (
    <Dialog
      open
      size="large"
      title={t('course.publish_title', { name })}
      locked={busy}
      onClose={onClose}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('kit.cancel')}
          </Button>
          <Button
            tone="primary"
            busy={busy}
            disabled={!preview}
            off={kept ? t('course.publish_kept') : same && t('course.publish_same')}
            onClick={() => void publish()}
          >
            {t('course.publish')}
          </Button>
        </>
      }
    >
      {problem && <ProblemView compact problem={problem} />}
      {error && !data && <ProblemView compact problem={error} onRetry={refetch} />}
      {!preview && !error && <Loading kind="form" rows={4} />}
      {preview && (
        <>
          <Checks preview={preview} id={id} />
          <h3>{t('course.publish_changes')}</h3>
          {preview.published ? (
            changes.some((c) => preview[c].length > 0) ? (
              <ul className="course-changes">
                {changes.map(
                  (c) =>
                    preview[c].length > 0 && (
                      <li key={c}>
                        {t(`course.change.${c}`, { n: preview[c].length })} <Names of={preview[c]} />
                      </li>
                    ),
                )}
              </ul>
            ) : (
              <p className="mg-dim">{t(preview.changed ? 'course.change_order' : 'course.publish_same')}</p>
            )
          ) : (
            <p className="mg-dim">{t('course.publish_first', { n: preview.added.length })}</p>
          )}
          <p>{t('course.publish_for', { learners: preview.learners, completed: preview.completed })}</p>
          <Outcome of={preview} />
          <p className="mg-hint">{t('course.publish_done_stays')}</p>
        </>
      )}
    </Dialog>
  )
}

function Checks({ preview, id }: { preview: PublishPreview; id: string }) {
  if (preview.checklist.length === 0)
    return (
      <p>
        <Icon name="ok" /> {t('course.check_ready')}
      </p>
    )
  return (
    <ul className="course-checks">
      {preview.checklist.map(({ line, blocks, sections }) => (
        <li key={line} className={blocks ? 'course-check-bad' : 'course-check-note'}>
          <Icon name={blocks ? 'bad' : 'warn'} label={t(blocks ? 'course.check_blocks' : 'course.check_notes')} />
          <span>
            {t(`course.check.${line}`)} <Names of={sections} course={id} />
            {line === 'not_authorised' && <Link to={href('course-auth', { id })}>{t('course.authorise')}</Link>}
            {line === 'not_found' && (
              <>
                <Link to={href('course-visibility', { id })}>{t('course.visibility')}</Link> ·{' '}
                <Link to={href('course-auth', { id })}>{t('course.authorise_act')}</Link>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

const outcomes = ['gains', 'completes', 'reopens'] as const
/** Who gains by it, and who has something to do again. */
function Outcome({ of }: { of: PublishPreview }) {
  const some = outcomes.filter((o) => of[o] > 0)
  if (!some.length) return null
  return (
    <ul className="course-changes">
      {some.map((o) => (
        <li key={o}>
          {t(`course.publish_${o}`, { n: of[o] })}{' '}
          <span className="mg-dim">
            {format.list(of.names[o])}
            {of.names[o].length > 0 && of[o] > of.names[o].length && (
              <> {t('course.publish_others', { n: of[o] - of.names[o].length })}</>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

const shown = 8
/** The first few by name; of a course they lead to where they are written. */
function Names({ of, course }: { of: Titled; course?: string }) {
  if (!of.length) return null
  return (
    <span className="mg-dim">
      {of.slice(0, shown).map((s, n) => (
        <span key={s.id}>
          {n > 0 && ' · '}
          {course ? <Link to={href('lesson-manage', { course_id: course }, { at: s.id })}>{s.title}</Link> : s.title}
        </span>
      ))}
      {of.length > shown && ` ${t('course.and_more', { n: of.length - shown })}`}
    </span>
  )
}
