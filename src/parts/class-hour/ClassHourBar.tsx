/** The class hour that goes on for a lesson. Nothing where there is none, which is nearly always: its bar comes with an hour. */
import { Suspense } from 'react'
import { useRead } from '../../kit/data/api.ts'
import { withWords } from '../../kit/withWords.ts'
import type { ClassHourBarProps } from './HourBar.tsx'

const HourBar = withWords(['classroom'], async () => (await import('./HourBar.tsx')).HourBar)

export function ClassHourBar({ course, lesson, ...rest }: ClassHourBarProps) {
  const { data } = useRead(
    'GET /my-class-hours/current',
    { query: { course_id: course, lesson_id: lesson } },
    { every: 60_000, fresh: true },
  )
  const hour = data?.hour
  return hour ? (
    <Suspense fallback={null}>
      <HourBar key={hour.id} hour={hour} {...rest} />
    </Suspense>
  ) : null
}
