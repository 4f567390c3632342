/**
 * People: matched by user name or else by their number of staff or students, their role and organisation named by words. Nobody imports what he could not do by hand: no role beyond his
 * own, nobody above him, not himself; and a list never makes or changes a super administrator. New people have no password: they set one
 * with the code they are handed.
 */
import { takeUnderLimit } from '#mock/areas/license/limits.ts'
import { userCount } from '#mock/areas/license/used.ts'
import { insertAccounts, noPassword, removeAccount, statusNow } from '#mock/areas/session/account.ts'
import { defaultRole } from '#mock/areas/session/defaultRole.ts'
import { endSessions } from '#mock/areas/session/sessions.ts'
import { mayActOn, mayGive, mayTake } from '#mock/areas/system/authority.ts'
import { imitating } from '#mock/areas/system/lookAlike.ts'
import { namesOfPeople, usedPeople } from '#mock/areas/system/usedPeople.ts'
import { type RoleFacts, roleFacts } from '#mock/areas/system/grants.ts'
import { documents, type StoredDocument } from '#mock/crud/documents.ts'
import { fold } from '#mock/crud/fold.ts'
import type { Data } from '#mock/crud/shape.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail } from '#mock/http/request/handler.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import { isRecord } from '#src/contract/lib/typed.ts'
import { idNumberBreaks } from '#src/contract/system/identity.ts'
import { type UnreadColumn, unreadColumns } from '#src/contract/system/userImport.ts'
import type { ImportContext, Importable, Resolvable, Resolved } from './importable.ts'

const users = documents('user')
const roles = documents('role')
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const pending = 'pending'

const single = <T>(found: readonly T[]): T | undefined => (found.length === 1 ? found[0] : undefined)
/** Those that share a name, the first of them. */
const listed = (names: readonly string[]): string =>
  [...names.slice(0, 5).map((name) => `“${name}”`), ...(names.length > 5 ? ['…'] : [])].join(', ')

/** What a word may mean: by each name the rows that bear it. */
function index<T>(rows: readonly T[], namesOf: (row: T) => readonly string[]) {
  const by = new Map<string, T[]>()
  for (const row of rows)
    for (const name of new Set(namesOf(row).map(fold))) by.set(name, [...(by.get(name) ?? []), row])
  return (word: string): readonly T[] => by.get(fold(word.trim())) ?? []
}

interface OrgRow {
  id: string
  name: string
  path: string
}

async function lookUp({ q, platform, by }: ImportContext) {
  const { rows: orgs } = await q.query<OrgRow>('select id, name, path from org')
  const nameOf = new Map(orgs.map((o) => [o.id, o.name]))
  const wayTo = ({ path }: OrgRow): string =>
    path
      .split('/')
      .filter(Boolean)
      .map((id) => nameOf.get(id) ?? '')
      .join('/')
  const ids = await roles.ids(q, {})
  const allRoles = [...(await roles.byIds(q, ids)).values()].map(roleFacts)
  const user = await users.get(q, by)
  const own = allRoles.find((r) => r.id === user?.data.role_id)
  const who = { role_key: own?.key ?? '', is_admin: own?.is_admin === true, grants: own?.grants ?? new Set<string>() }
  const given = new Map<RoleFacts, boolean>()
  return {
    /** By name where only one has it, or by the way to it, `Academy/Red class`. */
    org: index(orgs, (o) => [o.name, wayTo(o)]),
    wayTo,
    /** By its whole name, one of the words of it, what follows the first (“学生 Student”, “管理员 Site manager”), or its key. */
    role: index(allRoles, ({ name, key }) =>
      [name, ...name.split(/\s+/), name.replace(/^\S+\s+/, ''), key].filter(Boolean),
    ),
    roles: new Map(allRoles.map((r) => [r.id, r])),
    fallback: await defaultRole(q, platform.settings),
    who,
    /** Whether the importer may give the role: hundreds of rows name the same few, and each takes a look at every screen. */
    gives(role: RoleFacts): boolean {
      const known = given.get(role) ?? (role.key !== 'super' && mayGive(role, who))
      given.set(role, known)
      return known
    },
    now: platform.now(),
    today: platform.now().toISOString().slice(0, 10),
  }
}
type Looked = Awaited<ReturnType<typeof lookUp>>

const gives = (role: RoleFacts | undefined, look: Looked): boolean => role !== undefined && look.gives(role)

/** Whether the importer may put the role in the place of the one that stands. */
const turns = (standing: unknown, to: string, look: Looked): boolean =>
  to === standing || (gives(look.roles.get(to), look) && mayTake(look.roles.get(text(standing)), look.who))

/** Why this person may not be changed by the importer. */
function untouchable(standing: StoredDocument, by: string, look: Looked): FieldProblem[] {
  const role = look.roles.get(text(standing.data['role_id']))
  if (standing.id === by) return [{ path: '', rule: 'protected_entry' }]
  return role?.key === 'super' || !mayActOn(role, look.who) ? [{ path: '', rule: 'no_operation_permission' }] : []
}

function settle(
  { data: said, extra: words }: Resolvable,
  standing: StoredDocument | undefined,
  by: string,
  look: Looked,
): Resolved & { notes: FieldProblem[] } {
  const { role_id: _role, org_id: _org, expires_on, ...data } = said
  const reasons: FieldProblem[] = []
  if (words['dated']) data['expires_on'] = expires_on
  // an account that is over before it begins is a slip of the list; one that stands so may stay so
  const last = text(expires_on)
  if (last && last < look.today && last !== standing?.data['expires_on'])
    reasons.push({ path: 'expires_on', rule: 'day_over' })
  const named = text(words['role'])
  const roles = named ? look.role(named) : []
  const role = named ? single(roles) : standing ? undefined : look.roles.get(look.fallback)
  if (roles.length > 1)
    reasons.push({
      path: 'role_id',
      rule: 'several_roles',
      params: { name: named, names: listed(roles.map((r) => r.name)) },
    })
  else if (named && !role) reasons.push({ path: 'role_id', rule: 'unknown_role', params: { name: named } })
  else if (role && !turns(standing?.data['role_id'], role.id, look))
    reasons.push({ path: 'role_id', rule: 'role_beyond' })
  if (role) data['role_id'] = role.id
  const place = text(words['organisation'])
  const orgs = place ? look.org(place) : []
  const org = single(orgs)
  if (orgs.length > 1)
    reasons.push({
      path: 'org_id',
      rule: 'several_organisations',
      params: { name: place, names: listed(orgs.map(look.wayTo)) },
    })
  else if (place && !org) reasons.push({ path: 'org_id', rule: 'unknown_organisation', params: { name: place } })
  if (org) data['org_id'] = org.id
  const born = text(data['id_number'])
  if (born) reasons.push(...idNumberBreaks(born, look.today).map((b) => ({ path: 'id_number', ...b })))
  // who stands as the list says, as in one that was exported, is not changed by it: nobody needs a right for that
  const changes =
    standing && Object.entries(data).some(([name, v]) => JSON.stringify(v) !== JSON.stringify(standing.data[name]))
  if (standing && (changes || reasons.length)) reasons.unshift(...untouchable(standing, by, look))
  const blank = Object.fromEntries(['org_id', 'expires_on'].filter((f) => !(f in data)).map((f) => [f, null]))
  const is: Record<UnreadColumn, unknown> = {
    role_id: data['role_id'] ?? standing?.data['role_id'],
    role_key: look.roles.get(text(data['role_id'] ?? standing?.data['role_id']))?.key,
    org_id: data['org_id'] ?? standing?.data['org_id'],
    status: standing ? statusNow(standing.data, look.now) : 'normal',
  }
  const beside = isRecord(words['unread']) ? words['unread'] : {}
  const notes = unreadColumns.flatMap((name): FieldProblem[] => {
    const said = text(beside[name])
    return said === '' || said === text(is[name])
      ? []
      : [{ path: '', rule: 'note_not_read', params: { name, text: said } }]
  })
  return { data, extra: { status: 'normal', ...blank }, reasons, notes }
}

const twins = (q: Queryable, rows: readonly Data[]): Promise<(StoredDocument | undefined)[]> =>
  users.twins(q, ['username'], rows)

const numberOf = (row: Data): string => fold(text(row['work_id'])).trim()

/**
 * The account of each row: by its user name, else the one account that has its number of staff or students, unless the list names that by
 * its own user name.
 */
async function standingFor(q: Queryable, rows: readonly Data[]): Promise<(StoredDocument | undefined)[]> {
  const found = await twins(q, rows)
  const wanted = rows.flatMap((r, i) => (found[i] ? [] : [numberOf(r)])).filter(Boolean)
  if (!wanted.length) return found
  const { rows: there } = await q.query<StoredDocument>(
    `select id, data, version, created_at, updated_at, created_by, updated_by from ${users.table}
     where lower(data->>'work_id') = any($1::text[]) and not (id = any($2::text[]))`,
    [wanted, found.flatMap((f) => f?.id ?? [])],
  )
  return rows.map(
    (r, i) => found[i] ?? single(there.filter((d) => numberOf(r) !== '' && numberOf(d.data) === numberOf(r))),
  )
}

/** What is one person's as a rule: who shares it with somebody who is here already is worth a look, and no mistake. */
const own = ['work_id', 'phone'] as const
interface Person {
  id: string
  name: string
  username: string
  work_id: string
  phone: string
}

/**
 * Notes on numbers that somebody else has: of those who are here, and of the list, where a telephone may be that of an office. A number of
 * staff or students is one person's in a list (`once`).
 */
async function shared(
  { q, pack }: ImportContext,
  rows: readonly Data[],
  standing: readonly (StoredDocument | undefined)[],
) {
  const said = (name: (typeof own)[number]) => rows.map((r) => text(r[name])).filter(Boolean)
  const { rows: there } = await q.query<Person>(
    `select id, data->>'name' as name, data->>'username' as username, coalesce(data->>'work_id', '') as work_id, coalesce(data->>'phone', '') as phone
     from r_user where data->>'work_id' = any($1::text[]) or data->>'phone' = any($2::text[])`,
    [said('work_id'), said('phone')],
  )
  const { rows: before } = await q.query<Person>(
    `select target_id as id, data->>'name' as name, data->>'username' as username, '' as work_id, data->>'phone' as phone
     from import_row where package_id = $1 and resource = 'user' and data->>'phone' = any($2::text[]) order by n`,
    [pack, said('phone')],
  )
  const here = rows.map((r, i) => ({
    id: standing[i]?.id ?? `row ${i}`,
    name: text(r['name']),
    username: text(r['username']),
    work_id: text(r['work_id']),
    phone: text(r['phone']),
  }))
  const listed = [...before, ...here]
  return here.map((mine) =>
    own.flatMap((path): FieldProblem[] => {
      if (mine[path] === '') return []
      // who stands already is what the list says of them
      const others = [
        ...there.filter((p) => !listed.some((l) => l.id === p.id && l[path] !== '')),
        ...(path === 'phone' ? listed : []),
      ].filter((p) => p[path] === mine[path] && p.id !== mine.id)
      const names = others.slice(0, 3).map((p) => `${p.name} @${p.username}`)
      return names.length ? [{ path, rule: 'note_shared', params: { names: names.join(', ') } }] : []
    }),
  )
}

export const people: Importable = {
  resource: 'user',
  traced: true,
  toBody: ({ role: _role, organisation: _organisation, unread: _unread, ...said }) => ({
    ...said,
    role_id: pending,
    org_id: null,
    expires_on: said['expires_on'] ?? null,
  }),
  words: { role_id: 'role', org_id: 'organisation' },
  starts: ({ role, organisation, expires_on, unread }) => ({
    role,
    organisation,
    unread,
    dated: expires_on !== undefined,
  }),
  identity(data) {
    const number = numberOf(data)
    return { key: fold(text(data['username'])), ...(number ? { also: `work_id ${number}` } : {}) }
  },
  tells: ['username'],
  once: 'work_id',
  async resolve(ground, rows) {
    const look = await lookUp(ground)
    const standing = await standingFor(
      ground.q,
      rows.map((r) => r.data),
    )
    const fresh = rows.flatMap((r, i) => {
      const name = text(r.data['name'])
      return name === '' || name === standing[i]?.data['name'] ? [] : [{ id: standing[i]?.id, name }]
    })
    const unlike = await imitating(ground.q, fresh)
    const notes = await shared(
      ground,
      rows.map((r) => r.data),
      standing,
    )
    return rows.map((row, i) => {
      const { reasons, ...settled } = settle(row, standing[i], ground.by, look)
      const imitates = unlike.has(text(row.data['name'])) && row.data['name'] !== standing[i]?.data['name']
      const by = standing[i]?.data
      const other = by && fold(text(by['username'])) !== fold(text(row.data['username']))
      const number: FieldProblem[] = other
        ? [
            {
              path: 'work_id',
              rule: 'note_number_of',
              params: { name: `${text(by['name'])} @${text(by['username'])}` },
            },
          ]
        : []
      return {
        ...settled,
        notes: [...settled.notes, ...number, ...(notes[i] ?? [])],
        reasons: imitates ? [...reasons, { path: 'name', rule: 'name_like_anothers' }] : reasons,
      }
    })
  },
  async beyond(ground, rows) {
    const look = await lookUp(ground)
    const there = await users.byIds(
      ground.q,
      rows.flatMap((r) => r.target_id ?? []),
    )
    return rows.filter(({ target_id, data }) => {
      const standing = there.get(target_id ?? '') as StoredDocument | undefined
      if (standing && untouchable(standing, ground.by, look).length) return true
      const to = text(data?.['role_id'])
      return to !== '' && !turns(standing?.data['role_id'], to, look)
    }).length
  },
  find: ({ q }, rows) => standingFor(q, rows),
  // nobody's name to sign in with is changed by a list
  fit: async (_, rows) => rows.map(({ data, standing }) => ({ ...data, username: standing['username'] })),
  room: (q, platform, more) => takeUnderLimit(q, platform, 'users', userCount, more),
  used: usedPeople,
  named: async (q, ids) => new Set((await namesOfPeople(q, ids)).map((n) => n.id)),
  keeps: ['last_sign_in'],
  async made(q, rows, { at }) {
    // against the whole list, and what came in since it was planned
    const people = rows.map(({ id, data }) => ({ id, name: text(data['name']) }))
    if ((await imitating(q, people)).size)
      throw new Fail('validation', { fields: [{ path: 'name', rule: 'name_like_anothers' }] })
    await insertAccounts(
      q,
      rows.map(({ id, data }) => ({
        user_id: id,
        username: text(data['username']),
        hash: noPassword,
        is_default: false,
      })),
      at,
    )
  },
  async gone(q, ids, { at }) {
    for (const id of ids) await endSessions(q, id, 'removed', at)
    await removeAccount(q, ids)
    // what the platform told them goes with them
    for (const table of ['exam_invited', 'exam_told', 'message'])
      await q.query(`delete from ${table} where user_id = any($1::text[])`, [ids])
  },
  label: (data) => text(data['name']) || text(data['username']),
}
