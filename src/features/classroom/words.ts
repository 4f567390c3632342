/** Words of classes and their hours that several pages say. */
import type { Clash, Clashes } from '../../contract/classroom/timetable.schema.ts'
import type { ClassHour } from '../../contract/classroom/hour.schema.ts'
import { format, t } from '../../i18n/index.ts'
import type { AudienceWords } from '../../kit/audience/audience.logic.ts'

export const memberWords: AudienceWords = {
  title: 'classroom.members_title',
  saved: 'classroom.members_saved',
  stale: 'kit.audience.stale',
  note: 'classroom.members_note',
}

/** “2026-12-01 09:00 – 10:30”, with the second day where it is another. */
export const periodText = ({ starts_at, ends_at }: Pick<ClassHour, 'starts_at' | 'ends_at'>): string => {
  const end = format.date(starts_at) === format.date(ends_at) ? format.time(ends_at) : format.dateTime(ends_at)
  return `${format.dateTime(starts_at)} – ${end}`
}

/** What meets what, in a sentence. */
export function clashText(c: Clash): string {
  const other = c.class_name || t('classroom.clash_other')
  return t('classroom.clash', {
    when: periodText(c),
    what: format.list([
      ...(c.room ? [t('classroom.clash_room', { room: c.room_name })] : []),
      ...(c.teacher ? [t('classroom.clash_teacher', { name: c.teacher_name })] : []),
      ...(c.members > 0 ? [t('classroom.clash_members', { n: c.members })] : []),
    ]),
    other,
  })
}

/** Which machines are too many, in a sentence. */
export function beyondText(o: Clashes['over'][number]): string {
  const when = periodText(o)
  return o.max_scenes !== null && o.scenes > o.max_scenes
    ? t('classroom.over_scenes', { when, n: o.scenes, max: o.max_scenes })
    : t('classroom.over_instances', { when, n: o.instances, max: o.max_instances ?? 0 })
}
