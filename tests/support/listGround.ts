/**
 * Every list of the contract with so many rows, laid beside the demonstration: the documents of each resource are its own again under other
 * names, what people did and were told is written by SQL. Tests count statements over it, the bench measures rates.
 */
import type { ApiRoute } from '#src/contract/api.ts'
import { api } from '#src/contract/api.ts'
import type { Field } from '#src/contract/lib/resource.ts'
import { cut } from '#src/contract/lib/text.ts'
import { type Route, splitKey } from '#src/contract/lib/route.ts'
import { type ResourceName, resources } from '#src/contract/resources.ts'
import { insertAccounts, noPassword } from '#mock/areas/session/account.ts'
import { documents, type NewDocument } from '#mock/crud/documents.ts'
import type { Db, Queryable } from '#mock/db/db.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { z } from 'zod'

const paging = ['items', 'total', 'page', 'page_size']
/** Routes that answer a page of rows. */
export const listRoutes: readonly ApiRoute[] = (Object.entries(api) as [ApiRoute, Route][])
  .filter(([key, { reply }]) => {
    if (splitKey(key)[0] !== 'GET' || !(reply instanceof z.ZodObject)) return false
    const names = Object.keys(reply.shape)
    return paging.every((name) => names.includes(name))
  })
  .map(([key]) => key)

/** What a route is asked with. */
interface Asked {
  params?: Record<string, string>
  query?: Record<string, string>
}
export interface ListGround {
  /** Arguments of the routes that take some. */
  asked: Partial<Record<ApiRoute, Asked>>
}

type Data = Record<string, unknown>
type Doc = { id: string; data: Data }

/** Values that no two rows share, where a number behind the text is none. */
const distinct: Partial<Record<ResourceName, (n: number) => Data>> = {
  user: (n) => ({
    username: `person_${n}`,
    phone: `139${String(n).padStart(8, '0')}`,
    work_id: `P-${n}`,
    id_number: '',
  }),
  dork: (n) => ({ ghdb_id: 100_000 + n }),
  'compute-node': (n) => ({ address: `10.${64 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}` }),
  'physical-device': (n) => ({ address: `10.${128 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}` }),
  'usb-device': (n) => ({ serial: `SN${n}` }),
  announcement: () => ({
    target: 'all',
    org_ids: [],
    published_at: '2020-01-01T00:00:00.000Z',
    ends_at: null,
    withdrawn_at: null,
  }),
  comment: () => ({ entity: 'announcement', parent_id: null, state: 'visible', answered: false }),
  paper: () => ({ practice: true }),
  // one in two hundred is still to come
  exam: (n) => {
    const starts = Date.parse(n % 200 ? '2020-01-01T08:00:00.000Z' : '2090-01-01T08:00:00.000Z') + n * 3_600_000
    return {
      start_mode: 'clock',
      starts_at: new Date(starts).toISOString(),
      ends_at: new Date(starts + 7_200_000).toISOString(),
      results_at: null,
    }
  },
  // most are of learners
  role: (n) => ({
    key: '',
    built_in: false,
    is_admin: false,
    ...(n % 50 ? { permissions: ['personal', 'practice'] } : {}),
  }),
}
const setOf: Partial<Record<ResourceName, ResourceName>> = {
  'theory-question': 'theory-set',
  exercise: 'exercise-set',
  'flag-challenge': 'flag-set',
  paper: 'paper-set',
}
/** What others refer to comes before them. */
const late = (name: ResourceName): number => (name === 'exam' ? 2 : name in setOf || name === 'comment' ? 1 : 0)
const order = (Object.keys(resources) as ResourceName[]).toSorted((a, b) => late(a) - late(b))
const step = 500
/** Width that is left of a name, so that a number fits behind it. */
const room = 12

interface Layer {
  q: Queryable
  platform: Platform
  n: number
  owners: readonly string[]
  /** Fields that all new rows of a resource have alike. */
  alike: Partial<Record<ResourceName, Data>>
}
/** One root, below it groups of a hundred. */
const group = 100

/** The rows of a resource again, under other names, until there are so many. */
async function layDocuments({ q, platform, n, owners, alike }: Layer, name: ResourceName): Promise<void> {
  const { line } = resources[name]
  const fields = line.fields as Record<string, Field>
  const docs = documents(name)
  const { rows: had } = await q.query<Doc>(`select id, data from ${docs.table} order by octet_length(data::text), id`)
  // the largest of a kind are not the usual ones
  const models = had.slice(0, Math.max(1, Math.ceil(had.length * 0.8)))
  if (!models.length) throw new Error(`the demonstration has no ${name}: lay some in mock/seed`)
  const set = setOf[name]
  const { rows: sets } = set
    ? await q.query<{ id: string }>(`select id from ${documents(set).table} order by created_at desc, id`)
    : { rows: [] }
  const { rows: known } = await q.query<{ key: string; id: string }>(
    `select data->>'key' as key, id from r_role where data->>'key' <> ''`,
  )
  const roles = Object.fromEntries(known.map((r) => [r.key, r.id]))
  const at = platform.now().getTime()
  const ids: string[] = []
  for (let from = had.length; from < n; from += step) {
    const rows = Array.from({ length: Math.min(step, n - from) }, (_, i): NewDocument => {
      const k = from + i
      const { data } = models[k % models.length] as Doc
      const kind = fields[line.label]?.kind
      const made = platform.newId()
      ids.push(made)
      const next: Data = {
        ...data,
        [line.label]: `${cut(String(data[line.label]), room)} ${k}`,
        ...distinct[name]?.(k),
        ...alike[name],
      }
      if (kind === 'ref') delete next[line.label]
      // every third is a keeper of something
      if (name === 'user')
        Object.assign(next, { role_id: roles[k % 3 ? 'student' : 'teacher'], status: k % 50 ? 'normal' : 'disabled' })
      if (sets.length) next['set_id'] = sets[k % sets.length]?.id
      if (name.endsWith('-set')) {
        const head = (ids.length - 1) % group
        Object.assign(next, { practice: true, parent_id: head === 0 ? models[0]?.id : ids[ids.length - 1 - head] })
      }
      const by = owners[k % owners.length] ?? ''
      return {
        id: made,
        data: next,
        open: true,
        hand: { at: new Date(at - (n - k) * 60_000), by },
      }
    })
    await docs.insertMany(q, rows as never, { at: platform.now(), by: owners[0] ?? '' })
    if (name === 'user')
      await insertAccounts(
        q,
        rows.map(({ id, data }) => ({
          user_id: id,
          username: String(data['username']),
          hash: noPassword,
          is_default: false,
        })),
        platform.now(),
      )
  }
  // of ten rows seven are shared with everybody, one with an organisation, one by name, one with nobody
  if ('owned' in line && line.owned) {
    await q.query(
      `update ${docs.table} t set share_scope = case n % 10 when 7 then 'organisation' when 8 then 'named' when 9 then 'private' else 'everybody' end,
         share_org = case when n % 10 = 7 then (select k_org_id from r_user u where u.id = t.owner_id) end
       from (select id, row_number() over (order by id) as n from ${docs.table} where not id = any($1::text[])) x where x.id = t.id`,
      [had.map((r) => r.id)],
    )
    await q.query(
      `insert into share_person select $1, t.id, p, 'use' from ${docs.table} t cross join unnest($2::text[]) p where t.share_scope = 'named'
       on conflict do nothing`,
      [name, owners],
    )
  }
}

/** Rows `m` of a table again for each row of `times`, with other values for some columns. */
const again = (table: string, model: string, times: string, other: Record<string, string>, where = 'true'): string =>
  `insert into ${table} select r.* from ${model} m cross join ${times}
   cross join lateral jsonb_populate_record(null::${table}, to_jsonb(m) || jsonb_build_object(${Object.entries(other)
     .flatMap(([name, value]) => [`'${name}'`, value])
     .join(', ')})) r where ${where}`

const id = (prefix: string, n: string): string => `'${prefix}-' || lpad((${n})::text, 8, '0')`

/**
 * @param n rows of every list
 * @param callers ids of who asks: what is a person's own is laid for each of them
 */
export async function layLists(db: Db, platform: Platform, n: number, callers: readonly string[]): Promise<ListGround> {
  const now = platform.now().toISOString()
  const { rows: keepers } = await db.query<{ id: string }>(
    `select u.id from r_user u join r_role r on r.id = u.k_role_id where r.data->>'key' in ('teacher', 'admin') and u.k_status = 'normal' order by u.id limit 8`,
  )
  const owners = [...new Set([...callers, ...keepers.map((k) => k.id)])]
  // they are of one announcement, one exam, one paper in use: what the others are about is theirs alone
  const alike: Layer['alike'] = {}
  for (const name of order) {
    if (name === 'comment') {
      const { rows } = await db.query<{ id: string }>(
        `select id from r_announcement where k_target = 'all' and created_by = $1 order by created_at desc limit 1`,
        [owners[1]],
      )
      alike.comment = { entity_id: rows[0]?.id }
    }
    await db.tx((q) => layDocuments({ q, platform, n, owners, alike }, name))
  }
  const one = async (sql: string, ...params: unknown[]): Promise<string> => {
    const { rows } = await db.query<{ id: string }>(sql, params)
    if (!rows[0]) throw new Error(`nothing: ${sql}`)
    return rows[0].id
  }
  const run = async (sql: string, ...params: unknown[]) => {
    await db.query(sql, params)
  }

  // without statistics the statements below take minutes
  await db.script('analyze')

  // questions as they were kept, and what papers and answers say of them
  for (const [bank, table] of [
    ['theory', 'r_theory_question'],
    ['exercise', 'r_exercise'],
    ['flag', 'r_flag_challenge'],
  ] as const) {
    await run(
      `insert into question_version select id, version, $1, data, created_at, created_by from ${table} on conflict do nothing`,
      bank,
    )
    await run(
      `insert into question_answers select id, version, current_date - (x % 5), 20, 12, 13 from ${table} cross join generate_series(0, 4) x on conflict do nothing`,
    )
  }
  await run(
    `insert into exam_run (exam_id, published_at) select id, case when k_ends_at < $1 then $1::timestamptz end from r_exam on conflict do nothing`,
    now,
  )

  // an exam that everybody sat
  const exam = await one(`select e.id from r_exam e join exam_run r on r.exam_id = e.id
    where exists (select 1 from exam_attempt a where a.exam_id = e.id and a.status = 'scored') and not coalesce((e.data->>'anonymous')::boolean, false)
      and (select count(*) from exam_objection o join exam_attempt a on a.id = o.attempt_id where a.exam_id = e.id) > 0
    order by e.created_at limit 1`)
  await run(
    again(
      'exam_attempt',
      `(select a.* from exam_attempt a where a.exam_id = $1 and a.status = 'scored' order by a.id limit 1)`,
      `(select id, row_number() over (order by id) as n from r_user where k_status = 'normal' and id not in (select user_id from exam_attempt where exam_id = $1)) p`,
      { id: id('at', 'p.n'), user_id: 'p.id', n: '1', marking_id: 'gen_random_uuid()', points: 'p.n % 100' },
    ),
    exam,
  )
  await db.script('analyze exam_attempt')
  const item = await one(
    `select w.item as id from exam_answer w join exam_attempt a on a.id = w.attempt_id join exam_objection o on o.attempt_id = a.id and o.item = w.item where a.exam_id = $1 limit 1`,
    exam,
  )
  await run(
    `insert into exam_answer (attempt_id, item, answer, epoch, seq, at) select a.id, $2, m.answer, 1, 1, m.at from exam_attempt a
     cross join (select w.* from exam_answer w join exam_attempt x on x.id = w.attempt_id where x.exam_id = $1 and w.item = $2 and w.answer is not null limit 1) m
     where a.exam_id = $1 on conflict do nothing`,
    exam,
    item,
  )
  await run(
    `insert into exam_mark (attempt_id, item, round, points, rule, version, marker, at) select a.id, $2, 1, 3, 'marker', 1, $3, now() from exam_attempt a
     where a.exam_id = $1 on conflict do nothing`,
    exam,
    item,
    owners.at(-1),
  )
  await run(
    `insert into exam_objection (attempt_id, item, text, at) select a.id, $2, 'The second way is right too.', now() - a.n * interval '1 minute' from exam_attempt a
     where a.exam_id = $1 on conflict do nothing`,
    exam,
    item,
  )
  await run(
    `insert into exam_event (id, exam_id, user_id, attempt_id, kind, at, params) select ${id('ev', 'row_number() over (order by a.id)')}, a.exam_id, a.user_id, a.id,
       m.kind, a.began_at, m.params from exam_attempt a cross join (select kind, params from exam_event where kind <> 'message' order by id limit 1) m where a.exam_id = $1`,
    exam,
  )

  const messages = 'select kind, params, link from message order by at limit 20'
  for (const [c, caller] of callers.entries()) {
    await run(
      `insert into message (id, user_id, kind, params, link, at) select ${id(`ms${c}`, 's.n')}, $1, m.kind, m.params, m.link, now() - s.n * interval '1 minute'
       from generate_series(1, $2::integer) s(n) join (select row_number() over () as k, x.* from (${messages}) x) m on m.k = 1 + s.n % 20`,
      caller,
      n,
    )
    const asked = `select id, data, bank, set_id, row_number() over (order by md5(id)) as n from (
      select id, data, 'theory' as bank, k_set_id as set_id from r_theory_question union all
      select id, data, 'exercise', k_set_id from r_exercise union all select id, data, 'flag', k_set_id from r_flag_challenge) t`
    await run(
      `insert into question_collected select $1, t.id, t.bank, 'Folder ' || t.n % 5, now() - t.n * interval '1 minute' from (${asked}) t where t.n <= $2::integer on conflict do nothing`,
      caller,
      n,
    )
    await run(
      `insert into question_note select $1, t.id, t.bank, t.data->>'title', 'Look at the header first.', lower(t.data->>'title') || ' look at the header first.', 1,
         now() - t.n * interval '1 minute' from (${asked}) t where t.n <= $2::integer on conflict do nothing`,
      caller,
      n,
    )
    // every question once wrongly, each third one rightly before
    const exercises = `select id, k_set_id as set_id, bank, row_number() over (order by md5(id)) as n from (
      select id, k_set_id, 'theory' as bank from r_theory_question union all select id, k_set_id, 'exercise' from r_exercise) t`
    await run(
      `with known as materialized (select distinct on (bank) bank, answer from practice_try where kind = 'theory' and answer is not null order by bank, id)
       insert into practice_try (id, user_id, kind, bank, question_id, question_version, set_id, answer, share, "right", at)
       select ${id(`tr${c}`, 'x.k * 100000 + t.n')}, $1, 'theory', t.bank, t.id, 1, t.set_id, known.answer, 1 - x.k, x.k = 0,
         now() - (2 - x.k) * interval '1 day' - t.n * interval '1 minute'
       from (${exercises}) t join known on known.bank = t.bank cross join (values (0), (1)) x(k) where t.n <= $2::integer and (x.k = 1 or t.n % 3 = 0)`,
      caller,
      n,
    )
  }
  await run(
    `insert into question_report (id, bank, question_id, version, user_id, kind, text, at)
     select ${id('rp', 'row_number() over (order by id)')}, 'theory', id, version, $1, 'typo', 'The second line says the opposite.', now() from r_theory_question limit $2::integer`,
    owners.at(-1),
    n,
  )
  await run(
    `insert into flag_shared select ${id('fs', 'row_number() over (order by id)')}, id, $1, $2, now() from r_flag_challenge limit $3::integer`,
    owners[0],
    owners.at(-1),
    n,
  )
  await run(
    `insert into flag_solve select t.id, u.id, 100 + u.k, 10, now() from r_flag_challenge t cross join
       (select id, row_number() over (order by id) as k from r_user order by id limit 3) u on conflict do nothing`,
  )

  // an announcement that everybody has read
  const announcement = String(alike.comment?.['entity_id'])
  await run(`insert into announcement_read select $1, id, now() from r_user on conflict do nothing`, announcement)

  // imports, and the plan of one
  const plan = await one(
    'select p.id from import_package p where exists (select 1 from import_row r where r.package_id = p.id) order by p.id limit 1',
  )
  await run(`update import_package set kind = 'questions' where id = $1`, plan)
  const times = (p: number) => `generate_series(1, $${p}::integer) s(n)`
  const owner = '($2::text[])[1 + s.n % cardinality($2::text[])]'
  const ago = `now() - s.n * interval '1 minute'`
  await run(
    again(
      'import_package',
      'import_package',
      times(3),
      { id: id('im', 's.n'), created_by: owner, created_at: ago, kind: `'questions'` },
      'm.id = $1',
    ),
    plan,
    owners,
    n,
  )
  await run(
    again('import_row', '(select * from import_row where package_id = $1 order by n limit 1)', times(2), {
      n: '1000 + s.n',
      label: `m.label || ' ' || s.n`,
      key: 'm.key || s.n',
      also: 'null',
      needs: 'null',
    }),
    plan,
    n,
  )

  // scenes that run and wait for nothing
  const scene = await one(`select s.id from scene s where s.status in ('running', 'ongoing') and s.driver = 'simulated'
    and exists (select 1 from sim_scene x where x.scene = s.id) order by s.node_count, s.id limit 1`)
  const later = `now() + interval '30 days'`
  await run(
    again(
      'scene',
      'scene',
      times(3),
      {
        id: id('sc', 's.n'),
        name: `m.name || ' ' || s.n`,
        find: `m.find || ' ' || s.n`,
        owner_id: owner,
        next_at: later,
        ends_at: later,
        held: 'null',
        leased_until: 'null',
        leased_by: 'null',
        queue_seq: 'null',
        created_at: ago,
      },
      'm.id = $1',
    ),
    scene,
    owners,
    n,
  )
  await db.script('analyze scene')
  const laid = `(select id, row_number() over (order by id) as n from scene where id like 'sc-%') s`
  await run(again('scene_node', 'scene_node', laid, { scene_id: 's.id', since: ago }, 'm.scene_id = $1'), scene)
  await run(
    `insert into scene_person select s.id, u, 'leader' from scene s cross join unnest($1::text[]) u where s.id like 'sc-%' on conflict do nothing`,
    callers,
  )
  await run(again('sim_scene', 'sim_scene', laid, { scene: 's.id' }, 'm.scene = $1'), scene)
  await run(again('sim_node', 'sim_node', laid, { scene: 's.id' }, 'm.scene = $1'), scene)
  await run(
    again('recording', '(select * from recording where not open order by id limit 1)', times(1), {
      id: id('rc', 's.n'),
      user_id: owner,
      started_at: ago,
    }),
    n,
    callers,
  )

  // a class with everybody in it, that meets every day
  const course = await one(
    `select c.id from r_class c where exists (select 1 from class_hour h where h.class_id = c.id) order by c.id limit 1`,
  )
  await run(
    `insert into class_member (class_id, user_id, since) select $1, id, now() from r_user where k_status = 'normal' on conflict do nothing`,
    course,
  )
  await run(
    again(
      'class_hour',
      '(select * from class_hour where class_id = $1 and began_at is null order by id limit 1)',
      times(2),
      {
        id: id('ch', 's.n'),
        slot: 'null',
        starts_at: `now() + s.n * interval '1 day'`,
        ends_at: `now() + s.n * interval '1 day' + interval '1 hour'`,
      },
    ),
    course,
    n,
  )

  const certified = await one('select course_id as id from certificate')
  // one that stands is all that anybody has of a course
  await run(
    again('certificate', '(select * from certificate limit 1)', times(1), {
      number: id('ce', 's.n'),
      user_id: owner,
      issued_at: ago,
      replaced_at: ago,
    }),
    n,
    callers,
  )

  const role = await one(`select id from r_role where data->>'key' = 'student'`)
  const set = await one(
    `select k_parent_id as id from r_theory_set where k_parent_id is not null group by 1 order by count(*) desc, 1 limit 1`,
  )
  const flagSet = await one('select k_set_id as id from r_flag_challenge group by 1 order by count(*) desc, 1 limit 1')
  // learners of a course, each with something handed in as homework
  const taught = await one('select course_id as id from course_hand_in order by id limit 1')
  const section = await one(
    'select section_id as id from course_hand_in where course_id = $1 order by id limit 1',
    taught,
  )
  await run(
    `insert into course_member (course_id, user_id, state, way, since) select $1, id, 'learning', 'joined', now() from r_user order by id limit $2 on conflict do nothing`,
    taught,
    n,
  )
  await run(
    again(
      'course_hand_in',
      '(select * from course_hand_in where section_id = $1 order by id limit 1)',
      `(select user_id, row_number() over (order by user_id) as n from course_member where course_id = $2) s`,
      { id: id('hi', 's.n'), user_id: 's.user_id' },
      'not exists (select 1 from course_hand_in h where h.section_id = $1 and h.user_id = s.user_id)',
    ),
    section,
    taught,
  )
  await db.script('vacuum analyze')
  const ofCourse: Asked = { params: { id: taught } }
  // the engine has a row of each contest that was laid
  await run(`insert into contest select (jsonb_populate_record(x.m, jsonb_build_object('id', t.id, 'run_id', t.id, 'name', t.data->>'name', 'start_mode', 'clock'))).*
    from r_flag_contest t cross join (select m from contest m where m.kind = 'flag' order by m.starts_at limit 1) x on conflict do nothing`)
  await run(`insert into contest select (jsonb_populate_record(x.m, jsonb_build_object('id', t.id, 'run_id', t.id, 'name', t.data->>'name'))).*
    from r_arena t cross join (select m from contest m where m.kind = 'arena' limit 1) x on conflict do nothing`)
  await run(
    `insert into contest_run (id, contest_id, n, kind) select id, id, 1, 'real' from contest on conflict do nothing`,
  )
  const ofContest: Asked = {
    params: {
      id: await one(
        `select p.contest_id as id from contest_participant p join contest c on c.id = p.contest_id where c.kind = 'flag' group by 1 order by count(*) desc limit 1`,
      ),
    },
  }
  // what its staff are asked, read and decide
  const contest = `(select id from contest where id = '${ofContest.params?.['id']}') c, generate_series(1, 60) g`
  const entry = `(select id from contest_participant where contest_id = c.id order by id limit 1)`
  await run(`insert into contest_question (id, contest_id, participant_id, category, text, at, by)
    select 'cq-' || g, c.id, ${entry}, 'general', 'Asked', now(), 'x' from ${contest}`)
  await run(`insert into contest_ruling (id, contest_id, run_id, kind, participant_id, at, counts_at, reason, by)
    select 'cr-' || g, c.id, c.id, 'adjust', ${entry}, now(), now(), 'Because', 'x' from ${contest}`)
  await run(`insert into contest_write_up (id, contest_id, run_id, participant_id, version, text, at, by)
    select 'cw-' || g, c.id, c.id || g, ${entry}, 1, 'How', now(), 'x' from ${contest}`)
  await run(`insert into contest_case (id, contest_id, run_id, detector, key, participants, items, confidence, facts, found_at)
    select 'cc-' || g, c.id, c.id, 'alike', g::text, '[]', '[]', 'low', '{}', now() from ${contest}`)
  const ofExam: Asked = { params: { id: exam } }
  return {
    asked: {
      'GET /question-reports': { query: { bank: 'theory' } },
      'GET /papers/questions': { query: { bank: 'theory' } },
      'GET /flag-contests/:id/entries': ofContest,
      'GET /flag-contests/:id/submissions': ofContest,
      'GET /flag-contests/:id/certificates': ofContest,
      'GET /my-arenas/:id/ladder': { params: { id: await one('select contest_id as id from contest_season limit 1') } },
      'GET /flag-contests/:id/questions': ofContest,
      'GET /flag-contests/:id/rulings': ofContest,
      'GET /flag-contests/:id/write-ups': ofContest,
      'GET /flag-contests/:id/evidence': ofContest,
      'GET /exams/:id/candidates': ofExam,
      'GET /exams/:id/events': ofExam,
      'GET /exams/:id/sheets': ofExam,
      'GET /exams/:id/objections': ofExam,
      'GET /exams/:id/results': ofExam,
      'GET /courses/:id/certificates': { params: { id: certified } },
      'GET /practice/sets/:id/questions': { params: { id: set } },
      'GET /practice-flags/sets/:id/record': { params: { id: flagSet } },
      'GET /announcements/:id/readers': { params: { id: announcement } },
      'GET /comments/thread': { query: { entity: 'announcement', entity_id: announcement } },
      'GET /classes/:id/hours': { params: { id: course } },
      'GET /classes/:id/members': { params: { id: course } },
      'GET /class-cards': { query: { class_id: course } },
      'GET /roles/:id/members': { params: { id: role } },
      'GET /imports/:id/rows': { params: { id: plan } },
      'GET /courses/:id/practice/questions': ofCourse,
      'GET /courses/:id/scores': ofCourse,
      'GET /courses/:id/requests': ofCourse,
      'GET /courses/:id/homework/:section/learners': { params: { id: taught, section } },
    },
  }
}
