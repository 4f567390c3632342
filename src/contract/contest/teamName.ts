/** Names of teams that pass for somebody else's. */
import { skeletonOf, tidyName } from '../lib/lookAlike.ts'

/** What the eye makes of a name, capitals and small letters alike. */
const looksOf = (name: string): readonly string[] => [
  skeletonOf(tidyName(name).toLowerCase()),
  skeletonOf(name).toLowerCase(),
]
export const looksLike = (a: string, b: string): boolean => {
  const of = looksOf(b)
  return looksOf(a).some((look) => look !== '' && of.includes(look))
}

/** Words by which people take somebody for staff, whoever that is. */
const staffWords = [
  'admin',
  'administrator',
  'staff',
  'referee',
  'judge',
  'organiser',
  'organizer',
  'jury',
  'support',
  'system',
  '管理员',
  '系统管理员',
  '裁判',
  '裁判组',
  '工作人员',
  '主办方',
  '组委会',
  '评委',
]
export const passesForStaff = (name: string, staff: readonly string[]): boolean =>
  [...staffWords, ...staff].some((word) => looksLike(name, word))
