/** What the people of the demonstration did in the last month besides signing in, as the audit trail would have kept it. */
import type { AuditRow } from '../audit/row.ts'
import type { Chance } from './random.ts'
import type { Regular } from './history.ts'

const day = 86_400_000

/** An edit of a tool's text: field, before, after. */
const edits: readonly (readonly [string, unknown, unknown])[] = [
  ['summary', 'Finds hosts.', 'Finds hosts and what they run, quickly and in the open.'],
  ['keywords', ['scan'], ['scan', 'ports', '端口扫描']],
  ['price', 'paid', 'free'],
  ['platforms', ['linux'], ['linux', 'windows']],
  ['language', '', 'Go'],
  ['website', '', 'https://example.org/tool'],
  ['synonyms', [], ['扫描器']],
]

interface Thing {
  id: string
  data: { name?: string }
}

/** @param staff those who keep the libraries; the others only try */
export function operations(
  c: Chance,
  people: readonly Regular[],
  tools: readonly Thing[],
  names: ReadonlyMap<string, object>,
  now: Date,
): AuditRow[] {
  const staff = people.filter((p) => p.role === 'admin' || p.role === 'super' || p.role === 'teacher')
  const others = people.filter((p) => p.role === 'student' || p.role === 'normal')
  const some = () => new Date(now.getTime() - c.between(0, 29 * day))
  const row = (who: Regular, at: Date, action: string, more: Partial<AuditRow>): AuditRow => ({
    at: at < who.since ? who.since : at,
    user_id: who.id,
    username: who.username,
    role: who.role,
    address: `${who.network}.${c.between(1, 12)}.${c.between(2, 254)}`,
    action,
    entity: action.slice(0, action.indexOf('.')),
    entity_id: '',
    result: 'done',
    code: null,
    request_id: c.id(at),
    ...more,
  })
  const rows: AuditRow[] = []
  for (let n = 0; n < 60; n++) {
    const [who, tool, at] = [c.one(staff), c.one(tools), some()]
    const [field, before, after] = c.one(edits)
    const name = tool.data.name
    rows.push(
      row(who, at, 'tool.update', {
        entity_id: tool.id,
        before: { name, [field]: before },
        after: { name, [field]: after },
      }),
    )
  }
  for (let n = 0; n < 14; n++)
    rows.push(
      row(c.one(staff), some(), 'tool.export', {
        details: { rows: c.between(12, 86), format: c.one(['csv', 'xlsx']) },
      }),
    )
  const refusals = [
    ['tool.create', 'no_operation_permission'],
    ['tool.remove', 'in_use'],
    ['user.disable', 'last_super_administrator'],
    ['dork.create', 'validation'],
    ['session.token', 'too_many'],
  ] as const
  for (let n = 0; n < 18; n++) {
    const [action, code] = c.one(refusals)
    const who = code === 'no_operation_permission' ? c.one(others) : c.one(staff)
    rows.push(row(who, some(), action, { result: 'refused', code }))
  }
  for (let n = 0; n < 12; n++) {
    const [who, whom, at] = [c.one(staff.filter((p) => p.role !== 'teacher')), c.one(others), some()]
    const state = names.get(whom.id) ?? {}
    const off = n % 2 === 0
    rows.push(
      row(who, at, off ? 'user.disable' : 'user.recover', {
        entity_id: whom.id,
        before: { ...state, status: off ? 'normal' : 'disabled' },
        after: { ...state, status: off ? 'disabled' : 'normal' },
        details: off ? { reason: c.one(['课程结束', 'Left the class', '账号异常登录']) } : {},
      }),
    )
  }
  return rows
}
