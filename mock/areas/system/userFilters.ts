/** Filters of users on what is worked out: the status of today, an organisation with all below it, who is there now. */
import type { Add } from '#mock/crud/where.ts'
import { isOnlineSql, since } from './online.ts'

const asked = (values: unknown): string[] => (Array.isArray(values) ? values : [values]).map(String)

/** `normal` and `expired` are one stored word; the last day of the account tells them apart. */
export function ofStatus(values: unknown, add: Add, now: Date): string {
  const today = () => add(now.toISOString().slice(0, 10))
  return asked(values)
    .map((status) => {
      if (status === 'expired') return `(t.k_status = 'normal' and t.k_expires_on < ${today()})`
      const still = () => ` and (t.k_expires_on is null or t.k_expires_on >= ${today()})`
      return `(t.k_status = ${add(status)}${status === 'normal' ? still() : ''})`
    })
    .join(' or ')
}

/** People of no organisation. */
const nobodys = 'none'

/** An organisation means all below it as well. An array, worked out once, keeps the walk on the index however many organisations it holds. */
export function ofOrgs(values: unknown, add: Add): string {
  const ids = asked(values)
  const below = `t.k_org_id = any(array(select o.id from org o, org top
    where top.id = any(${add(ids.map((id) => id.replaceAll('\0', '\uffff')))}::text[]) and starts_with(o.path, top.path)))`
  return ids.includes(nobodys) ? `(t.k_org_id is null or ${below})` : below
}

export function isOnline(value: unknown, add: Add, now: Date): string {
  const there = `exists (select 1 from session s where s.user_id = t.id and ${isOnlineSql(add(now.toISOString()), add(since(now)))})`
  return value === true ? there : `not ${there}`
}
