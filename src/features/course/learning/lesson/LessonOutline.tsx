/** The course beside its lesson: every lesson, and the sections of the one that is open. */
import { Link } from 'react-router-dom'
import type { LearnCourse } from '../../../../contract/course/learn.schema.ts'
import { t } from '../../../../i18n/index.ts'
import { useCourseText } from '../../../../parts/course/words.ts'
import type { LearningPlace } from '../places.ts'
import { usePreview } from '../preview.tsx'
import { lockText, minutesText, StateSign } from '../state.tsx'

interface LessonOutlineProps {
  of: LearnCourse
  place: LearningPlace
  lesson: string
  section: string | undefined
}

export function LessonOutline({ of: c, place, lesson, section }: LessonOutlineProps) {
  const { titleOf } = useCourseText()
  const { kept } = usePreview()
  const titleOfLesson = (id: string) => {
    const found = c.chapters.flatMap((chapter) => chapter.lessons).find((l) => l.id === id)
    return found ? titleOf(found, c) : ''
  }
  return (
    <nav className="learn-nav" aria-label={t('learn.outline')}>
      <ol className="learn-outline">
        {c.chapters.map((chapter) => (
          <li key={chapter.id}>
            <h2>{titleOf(chapter, c)}</h2>
            <ol>
              {chapter.lessons.map((l) => {
                const lock = lockText(l, titleOfLesson)
                const here = l.id === lesson
                return (
                  <li key={l.id} className={here ? 'learn-nav-here' : undefined}>
                    <span className="learn-lesson">
                      <StateSign done={l.done} closed={l.lock !== null} />
                      <span className="learn-lesson-words">
                        {l.lock === null ? (
                          <Link to={place.lesson(c.id, l.id, kept)} aria-current={here ? 'location' : undefined}>
                            {titleOf(l, c)}
                          </Link>
                        ) : (
                          <span>{titleOf(l, c)}</span>
                        )}
                        {lock && <span className="mg-faint">{lock}</span>}
                      </span>
                    </span>
                    {here && (
                      <ol className="learn-nav-sections">
                        {l.sections.map((s) => (
                          <li key={s.id} className="learn-lesson">
                            <StateSign done={s.done_at !== null} />
                            <span className="learn-lesson-words">
                              <Link
                                to={place.lesson(c.id, l.id, { ...kept, section: s.id })}
                                aria-current={s.id === section ? 'step' : undefined}
                              >
                                {titleOf(s, c)}
                              </Link>
                              <span className="mg-faint">
                                {[
                                  t(`learn.kind.${s.kind}`),
                                  minutesText(s.minutes),
                                  s.optional && t('learn.optional'),
                                  s.renewed && t('learn.renewed'),
                                ]
                                  .filter(Boolean)
                                  .join(' · ')}
                              </span>
                            </span>
                          </li>
                        ))}
                      </ol>
                    )}
                  </li>
                )
              })}
            </ol>
          </li>
        ))}
      </ol>
    </nav>
  )
}
