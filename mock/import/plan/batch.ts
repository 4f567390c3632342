/** Some hundred drafts at once become rows of the plan: what they need first, then what stands for each, then the verdict. */
import type { Queryable } from '#mock/db/db.ts'
import type { StoredDocument } from '#mock/crud/documents.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import type { Data } from '#mock/crud/shape.ts'
import { adopt, difference, identified, type ParentRow, type RowDraft, shownLabel, waits } from './draft.ts'
import { unstorable } from '#mock/crud/fold.ts'
import { fittedTo } from './fit.ts'
import type { Identity, Importable, Look } from './importable/importable.ts'
import { importables } from './importables.ts'
import { tellingField } from './alike.ts'
import { type Earlier, earlier, locationParamsOf } from './earlier.ts'
import { mayCorrect } from './correct.ts'
import { addRows, duplicateRule, namesakeRule, type NewPlanRow, usualChoice } from './rows.ts'
import { textOf } from '#src/contract/lib/typed.ts'

export interface Job {
  packageId: string
  tries: number
  /** Number of the last row. */
  n: number
  /** Resources the planner may write. */
  may: ReadonlySet<string>
  newId(): string
  platform: Platform
  /** Id of the planner. */
  by: string
}
/** What a row is filed under, as its identity has it. */
const setOf = (d: RowDraft): string | undefined =>
  d.parent?.identity?.key ?? (d.by?.parent ? textOf(d.data[d.by.parent.field]) : undefined)
type Settled = Omit<NewPlanRow, 'package_id' | 'n'>

const same = (e: Earlier, path = ''): FieldProblem => ({ path, rule: duplicateRule, params: locationParamsOf(e) })
const sharing = (path: string, e: Earlier): FieldProblem => ({
  path,
  rule: 'once_in_file',
  params: { ...locationParamsOf(e), name: e.label },
})

/** Another row of the package has its name: a row of its own has one of its own, and says what it was called. */
function setApart(by: Importable, d: RowDraft, named: (identity: Identity) => boolean): void {
  const set = setOf(d)
  const taken = (data: Data): boolean => {
    const identity = identified({ ...d, data }, set)
    return identity !== undefined && named(identity)
  }
  if (!by.apart || !taken(d.data)) return
  const data = by.apart(d.data, d.place, taken)
  if (!data) return
  const was = by.label(d.data)
  d.data = data
  d.identity = identified(d, set)
  d.label = shownLabel(by.label(data))
  d.notes = [...d.notes, { path: '', rule: 'note_apart', params: { was, name: d.label } }]
}

/** Another stands under the same name: the row is new all the same, and says so. The id is for a link, of whoever may read what stands. */
async function noteNamesakes(look: Look, by: Importable, fresh: readonly RowDraft[]): Promise<void> {
  if (!by.namesakes || !fresh.length) return
  const found = await by.namesakes(
    look,
    fresh.map((d) => ({ ...d.extra, ...d.data })),
  )
  fresh.forEach((d, i) => {
    const other = found[i]
    if (other) d.notes = [...d.notes, { path: '', rule: namesakeRule, params: { name: d.label, id: other.id } }]
  })
}

/** Verdicts of drafts of one resource. Drafts that are refused already stay so. */
async function settle(q: Queryable, job: Job, drafts: readonly RowDraft[]): Promise<Settled[]> {
  const by = drafts[0]?.by
  const good = by ? drafts.filter((d) => !d.reasons.length) : []
  const standing = new Map<RowDraft, StoredDocument | undefined>()
  const untouched = new Set<RowDraft>()
  if (by && good.length) {
    const known = await earlier(q, job.packageId, by.resource, good)
    const fresh = good.filter((d) => {
      const twin = known.twin(d)
      const other = by.once && d.identity ? known.named(d.identity) : undefined
      if (twin) d.reasons.push(same(twin, tellingField(by.resource)))
      else if (by.once && other) d.reasons.push(sharing(by.once, other))
      else {
        setApart(by, d, (identity) => known.named(identity) !== undefined)
        known.add(d)
      }
      return !d.reasons.length
    })
    const found = await by.find(
      { q, platform: job.platform },
      fresh.map((d) => ({ ...d.extra, ...d.data })),
    )
    const taken = await known.targets(found.flatMap((f) => f?.id ?? []))
    fresh.forEach((d, i) => {
      const now = found[i]
      const twin = now && taken.get(now.id)
      if (twin) d.reasons.push(same(twin))
      else if (now) taken.set(now.id, d)
      standing.set(d, now)
    })
    await noteNamesakes(
      { q, platform: job.platform },
      by,
      fresh.filter((d) => !d.reasons.length && !standing.get(d)),
    )
    await fittedTo({ q, platform: job.platform }, by, fresh, (d) => standing.get(d))
    if (by.untouched) {
      const known = fresh.flatMap((d) => {
        const now = standing.get(d)
        return now ? [{ d, id: now.id, standing: now.data }] : []
      })
      const free = await by.untouched({ q, platform: job.platform }, known)
      known.forEach(({ d }, i) => free[i] && untouched.add(d))
    }
  }
  return drafts.map((d) => {
    const row = {
      resource: d.resource,
      place: d.place,
      label: d.label,
      key: d.identity?.key ?? null,
      also: d.identity?.also ?? null,
      needs: null,
      reasons: d.reasons,
      difference: [],
      given: null,
    }
    if (!by || d.reasons.length)
      return {
        ...row,
        verdict: d.reasons.some((r) => r.rule === duplicateRule) ? 'duplicate' : 'refused',
        choice: 'skip',
        data: null,
        extra: null,
        target_id: null,
        current_version: null,
        given:
          d.given && (waits(d) ? !unstorable(d.given).length : mayCorrect(d.resource, d.reasons, d.given))
            ? d.given
            : null,
      }
    const now = standing.get(d)
    const differs = now ? difference(by, d.data, now.data) : []
    const verdict = !now ? 'new' : differs.length ? 'changed' : 'same'
    return {
      ...row,
      verdict,
      choice: verdict === 'changed' && untouched.has(d) ? 'take' : usualChoice[verdict],
      data: d.data,
      extra: d.extra,
      difference: differs,
      reasons: [...d.notes],
      target_id: now?.id ?? by.idOf?.(d.data) ?? job.newId(),
      current_version: now?.version ?? null,
    }
  })
}

const add = (q: Queryable, job: Job, rows: readonly Settled[]): Promise<void> =>
  addRows(
    q,
    job.packageId,
    job.tries,
    rows.map((r) => ({ ...r, package_id: job.packageId, n: ++job.n })),
  )

/** Who may not make it may still name what is there. */
const unlessMade = (r: Settled): Settled =>
  r.verdict === 'new'
    ? {
        ...r,
        verdict: 'refused',
        choice: 'skip',
        data: null,
        extra: null,
        target_id: null,
        reasons: [
          {
            path: '',
            rule: 'no_operation_permission',
          },
        ],
      }
    : r

const nameOf = (d: RowDraft) => `${d.resource} ${d.identity?.key ?? ''}`

/** The rows that drafts need: each is in the plan once, before the first that needs it. */
async function parents(q: Queryable, job: Job, drafts: readonly RowDraft[]) {
  const wanted = new Map<string, RowDraft>()
  for (const { parent } of drafts) if (parent && !wanted.has(nameOf(parent))) wanted.set(nameOf(parent), parent)
  const out = new Map<string, ParentRow>()
  const look = async () => {
    const { rows } = await q.query<ParentRow & { resource: string; key: string }>(
      `select distinct on (i.resource, i.key) i.n, i.resource, i.key, i.label, i.target_id, i.reasons, i.given is not null as own
       from (select distinct unnest($3::text[])) w(name) cross join lateral (
         select * from import_row where key = w.name and package_id || '' = $1 and resource = any($2::text[]) offset 0) i
       order by i.resource, i.key, i.verdict in ('refused', 'duplicate'), i.n`,
      [
        job.packageId,
        [...new Set([...wanted.values()].map((d) => d.resource))],
        [...wanted.values()].flatMap((d) => d.identity?.key ?? []),
      ],
    )
    for (const r of rows) out.set(`${r.resource} ${r.key}`, r)
  }
  if (wanted.size) await look()
  const missing = [...wanted.values()].filter((d) => !out.has(nameOf(d)))
  for (const { resource } of importables) {
    const mine = missing.filter((d) => d.resource === resource)
    const rows = await settle(q, job, mine)
    // what is only mentioned is corrected where it is said
    await add(
      q,
      job,
      (job.may.has(resource) ? rows : rows.map(unlessMade)).map((r) => ({ ...r, given: null })),
    )
  }
  if (missing.length) await look()
  return out
}

/** A row that is refused for some of its fields is looked up with the others; one that is refused as a whole is not. */
const hasFields = (d: RowDraft): boolean => d.reasons.every((r) => r.path !== '')

/** Ids in the place of names, and what the planner may not do. */
async function resolve(q: Queryable, job: Job, drafts: readonly RowDraft[]): Promise<void> {
  for (const by of importables) {
    const mine = by.resolve ? drafts.filter((d) => d.by === by && hasFields(d)) : []
    const done = mine.length
      ? await by.resolve?.({ q, platform: job.platform, by: job.by, pack: job.packageId }, mine)
      : undefined
    mine.forEach((d, i) => {
      const { notes = [], reasons = [], ...settled } = done?.[i] ?? {}
      Object.assign(d, settled, { notes: [...d.notes, ...notes], reasons: [...d.reasons, ...reasons] })
      // what was looked up tells it by now, and a plan holds no secret in the open
      if (d.identity && by.parent) d.identity = identified(d, setOf(d))
    })
  }
}

/** Plans a batch: its rows, and before them the rows they need that the plan lacks. */
export async function planBatch(q: Queryable, job: Job, drafts: readonly RowDraft[]): Promise<void> {
  await resolve(q, job, drafts)
  const found = await parents(q, job, drafts)
  const needs = new Map<RowDraft, number>()
  for (const d of drafts) {
    if (!d.parent || d.reasons.length) continue
    const parent = found.get(nameOf(d.parent))
    adopt(d, parent)
    if (parent) needs.set(d, parent.n)
  }
  const rows = new Map<RowDraft, Settled>()
  for (const by of [...importables, undefined]) {
    const mine = drafts.filter((d) => d.by === by)
    const settled = await settle(q, job, mine)
    mine.forEach((d, i) => {
      const row = settled[i]
      if (row) rows.set(d, { ...row, needs: needs.get(d) ?? null })
    })
  }
  await add(
    q,
    job,
    drafts.flatMap((d) => rows.get(d) ?? []),
  )
}
