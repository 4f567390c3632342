import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { openDb } from '/work/main/mock/db/open.ts'
import { migrate } from '/work/main/mock/db/migrate.ts'
import { peopled, userId } from '/work/main/tests/contract/support/people.ts'
import { makeAudit, prepareAudit } from '/work/main/mock/audit/chain.ts'
const engine = process.argv[2] ?? 'file'
let db, stop = async () => {}
if (engine === 'pg') { const { withPostgres } = await import('/work/main/tests/support/postgres.ts'); const p = await withPostgres(); db = await openDb({ url: p.url }); stop = () => p.stop() }
else if (engine === 'mem') db = await openDb({ memory: true })
else { rmSync('/tmp/mg-http/data', { recursive: true, force: true }); db = await openDb({ dir: '/tmp/mg-http/data' }) }
await migrate(db); await peopled.prepare(db)
await db.tx((q) => prepareAudit(q, new Date()))
await db.query(`insert into session (id_hash,user_id,created_at,seen_at,expires_at,idle_seconds,address,agent) values ('h',$1,now(),now(),now(),1,'','')`, [userId('admin')])
const audit = makeAudit(db, () => new Date())
const row = { at: new Date(), user_id: 'u', username: 'u', role: 'r', address: 'a', action: 'a.b', entity: 'e', entity_id: 'i', result: 'done' as const, code: null, request_id: 'r', before: { a: 1 }, after: { a: 2 } }
const time = async (name: string, f: () => Promise<unknown>, n = 500) => {
  for (let i = 0; i < 30; i++) await f()
  const best = []
  for (let k = 0; k < 5; k++) { const t = performance.now(); for (let i = 0; i < n / 5; i++) await f(); best.push((performance.now() - t) / (n / 5)) }
  console.log(name.padEnd(20), Math.min(...best).toFixed(3), 'ms')
}
await time('select 1', () => db.query('select 1 as one'))
await time('point', () => db.query('select id, data, version from r_user where id = $1', [userId('admin')]))
await time('people', () => db.query(`select s.id_hash, s.user_id, s.seen_at, s.expires_at, s.idle_seconds, u.data as user_data,
    r.id as role_id, r.version as role_version, r.data as role_data, o.id as org_id, o.path as org_path, a.is_default, a.changed_at
  from session s
  join r_user u on u.id = s.user_id
  join account a on a.user_id = s.user_id
  left join r_role r on r.id = u.data->>'role_id'
  left join org o on o.id = u.data->>'org_id'
  where s.id_hash = $1 and s.ended_at is null`, ['h']))
await time('empty tx', () => db.tx(async () => {}))
await time('tx select', () => db.tx(async (q) => { await q.query('select 1 as one') }))
await time('tx insert', () => db.tx(async (q) => { await q.query(`insert into attempt values ('a','b',now())`) }))
await time('tx audit', () => db.tx((q) => audit.append(q, [row])))
await time('tx audit+insert', () => db.tx(async (q) => { await q.query(`insert into attempt values ('a','b',now())`); await audit.append(q, [row]) }))
await time('refuse x50', () => Promise.all(Array.from({ length: 50 }, () => audit.refuse(row))), 50)
await db.close(); await stop()
