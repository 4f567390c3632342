/** How lessons and sections stand, in a sign and in words. */
import type { LearnCourse } from '../../../contract/course/learn.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { Icon } from '../../../ui/icon/Icon.tsx'

export type LessonLine = LearnCourse['chapters'][number]['lessons'][number]

/** Done, closed, or neither. */
export function StateSign({ done, closed = false }: { done: boolean; closed?: boolean }) {
  const word = done ? 'done' : closed ? 'closed' : 'open'
  return (
    <span className={`learn-sign learn-sign-${word}`}>
      {done ? <Icon name="check" /> : closed ? <Icon name="lock" /> : null}
      <span className="mg-sr">{t(`learn.sign.${word}`)}</span>
    </span>
  )
}

/** Why a lesson is closed. @param titleOf of the lesson it waits for */
export function lockText({ lock }: Pick<LessonLine, 'lock'>, titleOf: (lesson: string) => string): string | undefined {
  switch (lock?.why) {
    case 'after':
      return t('learn.lock.after', { title: titleOf(lock.lesson ?? '') })
    case 'date':
      return t('learn.lock.date', { time: format.dateTime(lock.at ?? '') })
    case 'hour':
      return lock.at === null ? t('learn.lock.hour') : t('learn.lock.hour_at', { time: format.dateTime(lock.at) })
    case 'not_member':
      return t('learn.lock.not_member')
    case 'closed':
      return t('learn.lock.closed')
    case undefined:
      return undefined
  }
}

export const minutesOf = (l: Pick<LessonLine, 'sections'>): number => l.sections.reduce((n, s) => n + s.minutes, 0)
export const minutesText = (n: number): string | false => n > 0 && t('learn.minutes', { n })
