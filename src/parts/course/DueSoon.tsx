/** Homework, quizzes and reports that are due, the next first; nothing where nothing is. */
import './course.css'
import { Link } from 'react-router-dom'
import type { DueHomework } from '../../contract/course/homework.routes.ts'
import { href } from '../../contract/screens/index.ts'
import { t } from '../../i18n/index.ts'
import { useRead } from '../../kit/data/api.ts'
import { Ago, DateTime } from '../../ui/data/DateTime.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { useCourseText } from './words.ts'

interface DueSoonProps {
  /** How many are shown. */
  most: number
}
const tones = { none: 'idle', draft: 'info', submitted: 'info', returned: 'warn', marked: 'ok' } as const

const placeOf = ({ kind, course, lesson, id }: DueHomework): string =>
  kind === 'homework'
    ? href('homework-exercise', { resource_id: course.id, lesson_id: lesson, exercise_id: id })
    : href('my-lesson', { resource_id: course.id, lesson_id: lesson }, { section: id })

export function DueSoon({ most }: DueSoonProps) {
  const { data } = useRead('GET /learning/due', { query: { page_size: most } })
  const { nameOf, titleOf } = useCourseText()
  if (!data?.items.length) return null
  return (
    <Panel
      title={t('homework.due_soon')}
      description={data.total > data.items.length ? t('homework.due_more', { n: data.total }) : undefined}
    >
      <ul className="part-course-due">
        {data.items.map((h) => (
          <li key={`${h.course.id} ${h.id}`}>
            <span className="part-course-due-words">
              <Link to={placeOf(h)}>{titleOf(h, h.course)}</Link>
              <span className="mg-faint">
                {t(`homework.due_kind.${h.kind}`)} · {nameOf(h.course).text}
              </span>
            </span>
            <span className="mg-dim">
              <DateTime at={h.due_at} /> (<Ago at={h.due_at} />)
            </span>
            {h.late ? (
              <StatusTag word="late" tone="bad" label={t('homework.phase.late')} />
            ) : (
              <StatusTag word={h.state} tone={tones[h.state]} label={t(`homework.is.${h.state}`)} />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
