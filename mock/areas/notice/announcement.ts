import { signed } from '#src/contract/notice/byline.ts'
import { announcementBreaks } from '#src/contract/notice/planned.ts'
import { announcementMachine } from '#src/contract/notice/status.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import { crud } from '#mock/crud/crud.ts'
import type { HookContext } from '#mock/crud/hooks.ts'
import { instant } from '#mock/crud/shape.ts'
import type { Add } from '#mock/crud/where.ts'
import { cancelDue, plan } from '#mock/db/due.ts'
import { Fail } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import {
  census,
  announcementStatusAt,
  type StoredAnnouncement,
  streamsOf,
  announcementAudience,
  announcementTimes,
  wasShown,
} from './audience.ts'
import { comments, forgetComments } from './comments.ts'
import { announcementTargetProblems, keptBy } from './keepers.ts'
import { readCounts } from './readers.ts'

/** Job of the table `due`: an announcement begins, and who is there hears of it. */
export const beginning = 'announcement.begins'

interface Facts {
  addressed: (a: ReturnType<typeof announcementAudience>) => number
  read: ReadonlyMap<string, number>
}

/** The status follows from three instants; these are its words as conditions. */
function statusFilter(values: unknown, add: Add, now: Date): string {
  const at = () => add(now.toISOString())
  const past = () => `t.k_published_at <= ${at()}`
  const words: Record<string, () => string> = {
    draft: () => 't.k_withdrawn_at is null and t.k_published_at is null',
    scheduled: () => `t.k_withdrawn_at is null and t.k_published_at > ${at()}`,
    published: () => `t.k_withdrawn_at is null and ${past()} and (t.k_ends_at is null or t.k_ends_at > ${at()})`,
    ended: () => `t.k_withdrawn_at is null and ${past()} and t.k_ends_at <= ${at()}`,
    withdrawn: () => 't.k_withdrawn_at is not null',
  }
  const asked = (Array.isArray(values) ? values : [values]).map(String)
  return asked.map((status) => `(${words[status]?.() ?? 'false'})`).join(' or ')
}

/** Puts instants in the place of what was asked for: now, or an action of the status machine. */
function settle(data: StoredAnnouncement & { status?: string }, now: Date): void {
  const at = now.toISOString()
  const moved = data.status
  delete data.status
  if (moved === 'withdrawn') data.withdrawn_at = at
  if (moved === 'published') Object.assign(data, { published_at: at, withdrawn_at: null })
  if ((data.published_at as string | null | undefined) === 'now') data.published_at = at
  else if (data.published_at) data.published_at = instant(data.published_at)
  if (data.ends_at) data.ends_at = instant(data.ends_at)
  if (data.target !== 'orgs') data.org_ids = []
}

async function check(
  data: StoredAnnouncement,
  before: { data: StoredAnnouncement } | undefined,
  { q, who, now }: HookContext,
): Promise<void> {
  const moved = (data as { status?: string }).status !== undefined
  settle(data, now)
  const problems: FieldProblem[] = announcementBreaks(
    { ...announcementAudience(data), ...announcementTimes(data) },
    now.getTime(),
  ).filter(({ path }) => !moved || path === 'ends_at')
  if (!moved) problems.push(...(await announcementTargetProblems(q, who, data)))
  if (before && !moved && wasShown(before.data, now) && data.published_at !== before.data.published_at)
    problems.push({ path: 'published_at', rule: 'already_published' })
  if (problems.length) throw new Fail('validation', { fields: problems })
}

export const announcement = crud<'announcement', Facts>('announcement', {
  async facts(docs, { q }) {
    const [addressed, read] = await Promise.all([
      census(q),
      readCounts(
        q,
        docs.map((d) => d.id),
      ),
    ])
    return { addressed, read }
  },
  columns(doc, { addressed, read }, { now }) {
    const of = wasShown(doc.data, now) ? addressed(announcementAudience(doc.data)) : 0
    return {
      ...announcementTimes(doc.data),
      status: announcementStatusAt(doc.data, now),
      addressed: of,
      read: Math.min(of, read.get(doc.id) ?? 0),
    }
  },
  moves: { field: 'status', table: announcementMachine },
  starts: (_body, { who }) => ({ publisher: signed(who), withdrawn_at: null }),
  check,
  async wrote(after, before, { q, now }) {
    const shown = announcementStatusAt(after.data, now) === 'published'
    if (shown || (before && announcementStatusAt(before.data, now) === 'published'))
      for (const a of before ? [before, after] : [after])
        await publish(q, 'announcements', streamsOf(announcementAudience(a.data)))
    if (announcementStatusAt(after.data, now) === 'scheduled')
      await plan(q, beginning, after.id, new Date(after.data.published_at ?? now))
    else if (before) await cancelDue(q, beginning, after.id)
  },
  along: [
    ['announcement_read', 'announcement_id'],
    [comments.table, 'k_entity_id'],
  ],
  async removed(before, { q, now }) {
    await q.query('delete from announcement_read where announcement_id = $1', [before.id])
    await forgetComments(q, 'announcement', before.id)
    await cancelDue(q, beginning, before.id)
    if (announcementStatusAt(before.data, now) === 'published')
      await publish(q, 'announcements', streamsOf(announcementAudience(before.data)))
  },
  /** What stands for one's own organisation is seen; it is changed by whoever wrote it, or by an administrator. */
  refuse: (_action, row, _facts, { who }) =>
    who.is_admin || row.created_by === who.id ? undefined : 'no_operation_permission',
  scope: ({ who }) => keptBy(who),
  filters: ({ now }) => ({ status: (values, add) => statusFilter(values, add, now) }),
})
