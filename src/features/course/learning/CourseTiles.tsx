import { Link } from 'react-router-dom'
import type { CourseCard } from '../../../contract/course/learn.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { CourseCover } from '../../../parts/course/CourseCover.tsx'
import { ForeignMark } from '../../../parts/course/ForeignMark.tsx'
import { sizeText, standingWords, useCourseText } from '../../../parts/course/words.ts'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import type { LearningPlace } from './places.ts'

export function CourseTiles({ of, place }: { of: readonly CourseCard[]; place: LearningPlace }) {
  return (
    <ul className="learn-tiles">
      {of.map((c) => (
        <CourseTile key={c.id} of={c} place={place} />
      ))}
    </ul>
  )
}

function CourseTile({ of: c, place }: { of: CourseCard; place: LearningPlace }) {
  const { nameOf, foreignOf } = useCourseText()
  const name = nameOf(c)
  const foreign = foreignOf(name)
  return (
    <li className="learn-tile">
      <CourseCover cover={c.cover} />
      <div className="learn-tile-words">
        <p className="learn-tile-kind mg-faint">
          <span className="mg-ellipsis">{c.direction?.name}</span>
          <CourseState of={c} />
        </p>
        <h3 lang={foreign || undefined}>
          <Link to={place.course(c.id)}>{name.text}</Link> <ForeignMark language={foreign} />
        </h3>
        <p className="mg-dim">
          {[t(`course.difficulty.${c.difficulty}`), t(`course.kind.${c.kind}`), c.credit > 0 && creditText(c.credit)]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p className="mg-faint">{sizeText(c)}</p>
        {c.member && c.member.state !== 'withdrawn' && (
          <ProgressBar
            value={c.member.progress.share}
            tone={c.member.state === 'completed' ? 'ok' : 'accent'}
            label={t('learn.progress_of', { name: name.text })}
            says={t('learn.progress', { done: c.member.progress.done, all: c.member.progress.sections })}
          />
        )}
      </div>
    </li>
  )
}

export const creditText = (n: number): string => t('learn.credits', { n, shown: format.number(n) })

/** How the viewer stands in it; where he is nobody in it, that it is closed to him. */
export function CourseState({ of: { member, access } }: { of: Pick<CourseCard, 'member' | 'access'> }) {
  if (access !== 'open')
    return <StatusTag word={access} tone={access === 'over' ? 'idle' : 'warn'} label={t(`learn.access.${access}`)} />
  if (!member) return null
  const tones = { learning: 'info', completed: 'ok', withdrawn: 'idle' } as const
  return <StatusTag word={member.state} tone={tones[member.state]} label={t(standingWords[member.state])} />
}
