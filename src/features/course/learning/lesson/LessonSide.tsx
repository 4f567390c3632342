/** Beside a lesson: what its learner noted, what is said about the course, and the files to take along. */
import { Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import type { LearnLesson } from '../../../../contract/course/learn.schema.ts'
import { t } from '../../../../i18n/index.ts'
import { withWords } from '../../../../kit/withWords.ts'
import { Loading } from '../../../../ui/feedback/Loading.tsx'
import { Panel } from '../../../../ui/layout/Panel.tsx'
import { Tabs } from '../../../../ui/layout/Tabs.tsx'
import type { LearningPlace } from '../places.ts'
import { LessonFiles } from './LessonFiles.tsx'
import { LessonNotes } from './LessonNotes.tsx'
import type { LessonSection } from './section.ts'

const CommentThread = withWords(
  ['notice'],
  async () => (await import('../../../../parts/comment-thread/CommentThread.tsx')).CommentThread,
)
type Tab = 'notes' | 'talk' | 'files'
interface LessonSideProps {
  of: LearnLesson
  place: LearningPlace
  /** That is open. */
  section: LessonSection | undefined
}

export function LessonSide({ of: l, place, section }: LessonSideProps) {
  const [chosen, setChosen] = useState<Tab>('notes')
  // nothing is kept of a preview, and nothing said in one
  const tabs: Tab[] = [
    ...(l.preview ? [] : (['notes', 'talk'] as const)),
    ...(l.files.length ? (['files'] as const) : []),
  ]
  const tab = tabs.includes(chosen) ? chosen : tabs[0]
  if (!tab) return null
  return (
    <Panel className="learn-beside" title={t('learn.side')}>
      <Tabs
        label={t('learn.side')}
        items={tabs.map((id) => ({
          id,
          label: t(`learn.side_${id}`),
          ...(id === 'files' ? { count: l.files.length } : {}),
        }))}
        active={tab}
        onChange={setChosen}
        panel="learn-side"
      />
      <div id="learn-side" role="tabpanel" aria-label={t(`learn.side_${tab}`)} className="learn-side">
        {tab === 'notes' && <LessonNotes of={l} place={place} section={section} />}
        {tab === 'talk' && (
          <>
            <Suspense fallback={<Loading kind="list" />}>
              <CommentThread bare entity="course" entityId={l.course.id} />
            </Suspense>
            <p>
              <Link to={place.course(l.course.id)}>{t('learn.to_course')}</Link>
            </p>
          </>
        )}
        {tab === 'files' && <LessonFiles course={l.course.id} preview={l.preview} files={l.files} />}
      </div>
    </Panel>
  )
}
