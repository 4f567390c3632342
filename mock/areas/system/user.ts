/** Users: whom the caller may operate on, what he may give, and what follows for account and sessions. */
import type { ProblemCode } from '#src/contract/problems.ts'
import { isApplication, userMachine } from '#src/contract/session/status.ts'
import { idNumberBreaks } from '#src/contract/system/identity.ts'
import { personalFields, user as line } from '#src/contract/system/user.ts'
import { crud } from '#mock/crud/crud.ts'
import type { DataOf } from '#mock/crud/documents.ts'
import type { HookContext, Hooks } from '#mock/crud/hooks.ts'
import { managesResource } from '#mock/crud/rows.ts'
import { crudContext } from '#mock/crud/setting.ts'
import { Fail, type Caller } from '#mock/http/request/handler.ts'
import { namesOf } from '../bank/banks.ts'
import { takeUnderLimit } from '../license/limits.ts'
import { userCount } from '../license/used.ts'
import { accountOf, removeAccount, renameAccount, statusNow } from '../session/account.ts'
import { endSessions } from '../session/sessions.ts'
import { aboveCaller, mayActOn, mayGive, mayIssueCredentials, mayTake } from './authority.ts'
import { refuseLookAlike } from './lookAlike.ts'
import { type RoleFacts, rolesOf } from './grants.ts'
import { onlineOf } from './online.ts'
import { orgNames } from './orgs.ts'
import { liveSupers, oneAtATime } from './superAdministrators.ts'
import { refuseOwner } from './owns.ts'
import { joinTeams, leaveTeams, type TeamPlace, teamsOf } from './team.ts'
import { tellOfChange } from './tell.ts'
import { isOnline, ofOrgs, ofStatus } from './userFilters.ts'

interface Facts {
  roles: ReadonlyMap<string, RoleFacts>
  orgs: ReadonlyMap<string, string>
  online: ReadonlySet<string>
  supers: number
  reviewers: ReadonlyMap<string, string>
}
type Data = DataOf<'user'>

/** Who gets in with a password of the caller's making gets what the account opens. */
const opens = new Set(['reset-password', 'reset-code'])
/** An application is no account yet. */
const reviews = new Set(['pass', 'fail', 'reconsider'])
const takesAway = new Set(['disable', 'remove'])

function mayDo(action: string, role: RoleFacts | undefined, who: Caller): boolean {
  if (reviews.has(action)) return !aboveCaller(role, who)
  if (action === 'assign') return mayTake(role, who)
  return opens.has(action) ? mayIssueCredentials(role, who) : mayActOn(role, who)
}

function refuse(
  action: string,
  row: { id: string; role_id: string; status: string },
  { roles, supers }: Facts,
  { who }: HookContext,
): ProblemCode | undefined {
  const role = roles.get(row.role_id)
  if (row.id !== who.id && !mayDo(action, role, who)) return 'no_operation_permission'
  if (action === 'hand-over') return who.is_admin ? undefined : 'no_operation_permission'
  if ((opens.has(action) || action === 'sign-out') && isApplication(row.status)) return 'not_allowed_in_state'
  if (row.id === who.id && action !== 'update') return 'protected_entry'
  if (takesAway.has(action) && role?.key === 'super' && row.status === 'normal' && supers <= 1)
    return 'last_super_administrator'
  return undefined
}

const roleOf = async (at: HookContext, data: Data): Promise<RoleFacts | undefined> =>
  (await rolesOf(at.q, [data.role_id ?? ''])).get(data.role_id ?? '')

const liveSuper = async (at: HookContext, data: Data): Promise<boolean> =>
  statusNow(data, at.now) === 'normal' && (await roleOf(at, data))?.key === 'super'

/** Two super administrators who take each other away at the same moment: the second one is the last. */
async function keepOneSuper(at: HookContext, before: Data, after: Data | undefined): Promise<void> {
  const same = after && (['role_id', 'status', 'expires_on'] as const).every((k) => after[k] === before[k])
  if (same || !(await liveSuper(at, before)) || (after && (await liveSuper(at, after)))) return
  await oneAtATime(at.q)
  if ((await liveSupers(at.q, at.now)) <= 1) throw new Fail('last_super_administrator')
}

const userHooks: Hooks<'user', Facts> = {
  async facts(docs, { q, now }) {
    const [roles, orgs, online, supers, reviewers] = await Promise.all([
      rolesOf(
        q,
        docs.map((d) => d.data.role_id ?? ''),
      ),
      orgNames(
        q,
        docs.map((d) => d.data.org_id),
      ),
      onlineOf(
        q,
        docs.map((d) => d.id),
        now,
      ),
      liveSupers(q, now),
      namesOf(
        q,
        docs.flatMap((d) => d.data.reviewed_by ?? []),
      ),
    ])
    return { roles, orgs, online, supers, reviewers }
  },
  columns: (doc, { roles, orgs, online, reviewers }, { now, who }) => ({
    status: statusNow(doc.data, now),
    role_name: roles.get(doc.data.role_id ?? '')?.name ?? '',
    role_key: roles.get(doc.data.role_id ?? '')?.key ?? '',
    org_name: orgs.get(doc.data.org_id ?? '') ?? '',
    last_sign_in: doc.data.last_sign_in ?? null,
    online: online.has(doc.id),
    review_reason: doc.data.review_reason ?? '',
    reviewed_at: doc.data.reviewed_at ?? null,
    reviewed_by: doc.data.reviewed_by ?? '',
    reviewed_by_name: reviewers.get(doc.data.reviewed_by ?? '') ?? '',
    ...(managesResource(line, who) ? {} : Object.fromEntries(personalFields.map((f) => [f, '']))),
  }),
  starts: () => ({ status: 'normal' }),
  moves: { field: 'status', table: userMachine },
  refuse,
  acts(action, reason, _before, { now, who }) {
    if (action !== 'pass' && action !== 'fail') return {}
    if (action === 'fail' && reason === '')
      throw new Fail('validation', { fields: [{ path: 'reason', rule: 'required' }], in: 'body' })
    return { review_reason: reason, reviewed_at: now.toISOString(), reviewed_by: who.id }
  },
  async check(data, before, at) {
    const { who, now } = at
    if (data.id_number && data.id_number !== before?.data.id_number) {
      const fields = idNumberBreaks(data.id_number, now.toISOString().slice(0, 10))
      if (fields.length) throw new Fail('validation', { fields: fields.map((b) => ({ path: 'id_number', ...b })) })
    }
    const newRole = data.role_id !== before?.data.role_id
    if (before?.id === who.id && (newRole || data.expires_on !== before.data.expires_on))
      throw new Fail('protected_entry')
    if (newRole && !mayGive(await roleOf(at, data), who))
      throw new Fail('validation', { fields: [{ path: 'role_id', rule: 'role_beyond' }], in: 'body' })
    if (data.name !== undefined && data.name !== before?.data.name) await refuseLookAlike(at.q, data.name, before?.id)
    if (before) await keepOneSuper(at, before.data, data)
    if (before && isApplication(before.data.status) && !isApplication(data.status))
      await takeUnderLimit(at.q, at.platform, 'users', userCount)
  },
  /** Whoever may not sign in any more is out at once. */
  async wrote(after, before, { q, now, platform }) {
    if (!before) return
    await tellOfChange(q, platform, before, after)
    if (statusNow(before.data, now) === 'normal' && statusNow(after.data, now) !== 'normal')
      await endSessions(q, after.id, 'disabled', now)
    const { username = '' } = after.data
    if (username !== before.data.username) await renameAccount(q, after.id, username)
  },
  along: [
    ['account', 'user_id'],
    ['audience', 'target'],
    ['share_person', 'user_id'],
  ],
  leaves: ({ id }, { q }) => teamsOf(q, id),
  async returns(doc, at) {
    if (!mayActOn(await roleOf(at, doc.data), at.who)) throw new Fail('no_operation_permission')
    if (doc.data.name !== undefined) await refuseLookAlike(at.q, doc.data.name, doc.id)
  },
  /** He signs in as before, in a place of the licence that is still free. */
  async back(after, left: readonly TeamPlace[], at) {
    if (!(await accountOf(at.q, after.id, at.now))) throw new Fail('name_taken')
    if (!isApplication(after.data.status)) await takeUnderLimit(at.q, at.platform, 'users', userCount, 0)
    await joinTeams(at.q, after.id, left, { at: at.now, by: at.who.id })
  },
  /** What he owns would be nobody's. */
  unused: (doc, { q }) => refuseOwner(q, doc.id),
  async removed(before, at) {
    if (await liveSuper(at, before.data)) {
      await oneAtATime(at.q)
      if ((await liveSupers(at.q, at.now)) < 1) throw new Fail('last_super_administrator')
    }
    await endSessions(at.q, before.id, 'removed', at.now)
    await removeAccount(at.q, [before.id])
    await leaveTeams(at.q, before.id, { at: at.now, by: at.who.id })
  },
  filters: ({ now }) => ({
    status: (values, add) => ofStatus(values, add, now),
    org_id: ofOrgs,
    online: (value, add) => isOnline(value, add, now),
  }),
  /** Whoever only picks people by name learns nothing of their numbers. */
  finds: (verb) => (verb === 'options' ? ['username', 'name'] : undefined),
  hint: (doc) => doc.data.username,
}

export const userSetting = crudContext('user', userHooks)
export const user = crud('user', userHooks)
