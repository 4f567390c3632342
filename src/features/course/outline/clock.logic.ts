import { mediaLimits } from '../../../contract/course/media.ts'

/** The second that a clock names, `65`, `1:05` or `1:02:03`; undefined for what is none. */
export function secondAt(text: string): number | undefined {
  const m = /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,5})(?:\.(\d{1,2}))?$/.exec(text.trim())
  if (!m) return undefined
  const [hours, minutes, seconds] = [Number(m[1] ?? 0), Number(m[2] ?? 0), Number(`${m[3]}.${m[4] ?? 0}`)]
  if (m[2] !== undefined && seconds >= 60) return undefined
  if (m[1] !== undefined && minutes >= 60) return undefined
  const at = hours * 3600 + minutes * 60 + seconds
  return at <= mediaLimits.seconds ? at : undefined
}
