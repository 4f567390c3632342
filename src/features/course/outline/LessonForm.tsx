/** What is set about a lesson: its titles, its class hours, and when it opens. */
import { useId } from 'react'
import { mediaLimits } from '../../../contract/course/media.ts'
import { outlineLimits } from '../../../contract/course/outline.ts'
import { t } from '../../../i18n/index.ts'
import { NativeSelect } from '../../../kit/resource/input/Select.tsx'
import { DateInput } from '../../../ui/input/dates/DateInput.tsx'
import { CourseFileField } from './CourseFileField.tsx'
import { type Draft, type DraftLesson, lessonsBefore } from './outline.logic.ts'
import { Figure } from './Figure.tsx'
import { Titles } from './Titles.tsx'

interface LessonFormProps {
  doc: Draft
  lesson: DraftLesson
  /** It is written in two languages. */
  translated: boolean
  disabled: boolean
  onChange: (part: Partial<DraftLesson>) => void
}

/** Class hours are given in halves. */
const isHours = (v: unknown): v is number =>
  typeof v === 'number' && v >= 0 && v <= outlineLimits.hours && Number.isInteger(v * 2)
const isInstant = (v: string): boolean => v === '' || /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/.test(v)

export function LessonForm({ doc, lesson, translated, disabled, onChange }: LessonFormProps) {
  const id = useId()
  return (
    <div className="course-fields">
      <Titles of={lesson} translated={translated} disabled={disabled} onChange={onChange} />
      {(['theory', 'experiment'] as const).map((kind) => (
        <Figure
          key={kind}
          label={t(`course.field.${kind}_hours`)}
          hint={t('course.hours_hint', { max: outlineLimits.hours })}
          value={lesson[kind]}
          fits={isHours}
          disabled={disabled}
          onChange={(hours) => onChange({ [kind]: hours })}
        />
      ))}
      <div className="mg-labelled">
        <label className="mg-label" htmlFor={`${id}-after`}>
          {t('course.after')}
        </label>
        <NativeSelect
          id={`${id}-after`}
          disabled={disabled}
          value={lesson.after ?? ''}
          options={[
            { value: '', label: t('course.after_none') },
            ...lessonsBefore(doc, lesson.id).map((l) => ({ value: l.id, label: l.title })),
          ]}
          onChange={(after) => onChange({ after: after || null })}
        />
      </div>
      <div className="mg-labelled">
        <label className="mg-label" htmlFor={`${id}-opens`}>
          {t('course.opens_at')}
        </label>
        <DateInput
          id={`${id}-opens`}
          time
          disabled={disabled}
          value={lesson.opens_at ?? ''}
          onChange={(at) => isInstant(at) && onChange({ opens_at: at || null })}
        />
      </div>
      <label className="kit-check course-optional">
        <input
          type="checkbox"
          className="kit-box"
          disabled={disabled}
          checked={lesson.with_hour}
          onChange={(e) => onChange({ with_hour: e.target.checked })}
        />
        <span>
          {t('course.with_hour')} <span className="mg-faint">{t('course.with_hour_hint')}</span>
        </span>
      </label>
      <div className="course-across">
        <CourseFileField
          label={t('course.lesson_files')}
          use="file"
          place={`${lesson.id} files`}
          files={lesson.files ?? []}
          most={mediaLimits.files}
          disabled={disabled}
          onFile={(file) => onChange({ files: [...(lesson.files ?? []), file] })}
          onRemove={(gone) => onChange({ files: (lesson.files ?? []).filter((f) => f.file !== gone) })}
        />
      </div>
    </div>
  )
}
