/** The calendar comes with its first use. */
import { lazy, Suspense } from 'react'
import { Loading } from '../feedback/Loading.tsx'
import type { CalendarProps } from './entry.ts'

const BigCalendar = lazy(() => import('./BigCalendar.tsx'))

export const MonthWeek = (props: CalendarProps) => (
  <Suspense fallback={<Loading kind="list" />}>
    <BigCalendar {...props} />
  </Suspense>
)
