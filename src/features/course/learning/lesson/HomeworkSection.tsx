/** A homework on the page of its lesson: what there is to do, how it stands, and the way to its sheet. */
import { Link } from 'react-router-dom'
import { t } from '../../../../i18n/index.ts'
import { Empty } from '../../../../ui/feedback/Empty.tsx'
import { linkClass } from '../../../../ui/input/Button.tsx'
import { HomeworkFacts, HomeworkStateTag } from '../../homework/HomeworkFacts.tsx'
import { usePreview } from '../preview.tsx'
import type { LessonSection, SectionViewProps } from './section.ts'
import { usePlace } from './usePlace.ts'

type Brief = Extract<LessonSection['content'], { kind: 'homework' }>

export function HomeworkSection({ of, section, content, place }: SectionViewProps<Brief>) {
  const { kept } = usePreview()
  usePlace({ of, section, start: 0 })
  if (content.items === 0) return <Empty icon="edit" title={t('homework.empty')} />
  const word = content.phase === 'before' && !of.preview ? undefined : openWord(content)
  return (
    <>
      <p className="learn-steps">
        <HomeworkStateTag of={content} />
        {content.phase !== 'before' && section.done_at !== null && (
          <span className="mg-dim">{t('learn.result_done')}</span>
        )}
      </p>
      <HomeworkFacts of={content} rule={section} items={content.items} />
      {word && (
        <p className="learn-steps">
          <Link className={linkClass('primary')} to={place.exercise(of.course.id, of.id, section.id, kept)}>
            {t(word)}
          </Link>
        </p>
      )}
    </>
  )
}

const openWord = ({ state, may }: Brief) =>
  state === 'none' && may ? 'homework.begin' : may ? 'homework.go_on' : 'homework.look'
