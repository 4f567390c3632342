import type { AttendanceState } from '../../contract/classroom/hour.ts'
import { t } from '../../i18n/index.ts'
import { StatusTag } from '../../ui/data/StatusTag.tsx'

const tones = { present: 'ok', late: 'warn', absent: 'bad', excused: 'info' } as const satisfies Record<
  AttendanceState,
  string
>

/** How somebody attended; a dash while nothing is known. */
export const AttendanceTag = ({ of }: { of: AttendanceState | null }) =>
  of === null ? <>–</> : <StatusTag dot word={of} tone={tones[of]} label={t(`classroom.attendance_state.${of}`)} />
