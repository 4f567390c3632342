/** The imports of the demonstration: one that stands, one that was refused, one that nobody wanted. */
import { documents } from '../crud/documents.ts'
import type { Queryable } from '../db/db.ts'
import type { Chance } from './random.ts'

const day = 86_400_000
const dorks = documents('dork')
const none = { new: 0, same: 0, changed: 0, duplicate: 0, refused: 0 }

interface Person {
  id: string
  name: string
}

export async function layImports(q: Queryable, c: Chance, people: readonly Person[], now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * day - c.between(0, day / 3))
  const [first, second] = people
  if (!first || !second) return
  const lay = async (p: Record<string, unknown> & { at: Date; who: Person }): Promise<string> => {
    const { at, who, ...rest } = p
    const id = c.id(at)
    const row = {
      id,
      version: 3,
      kind: 'resources',
      upload_id: '',
      sha256: '',
      progress: 1,
      beat_at: at,
      tries: 1,
      may: ['tool', 'tool-category', 'dork'],
      digest: '',
      counts: none,
      resources: [],
      files: [],
      practice: false,
      created_at: at,
      created_by: who.id,
      created_by_name: who.name,
      updated_at: at,
      updated_by: who.id,
      ...rest,
    }
    await q.query('insert into import_package select * from jsonb_populate_record(null::import_package, $1::jsonb)', [
      JSON.stringify(row),
    ])
    return id
  }

  const { rows } = await q.query<{ id: string; data: { title: string } }>(
    `select id, data from ${dorks.table} order by id limit 12`,
  )
  const at = ago(9)
  const counts = { ...none, new: rows.length, refused: 1 }
  const file = { name: 'ghdb.json', size: 48_210, format: 'ghdb-json', rows: rows.length + 1, problem: null }
  const applied = await lay({
    at,
    who: second,
    state: 'applied',
    file_name: 'ghdb-2026-10.zip',
    size: 15_904,
    counts,
    resources: [{ resource: 'dork', counts }],
    files: [file],
    details: { created: rows.length, overwritten: 0, skipped: 0 },
    applied_at: new Date(at.getTime() + 95_000),
  })
  const planned = rows.map((r, n) => ({
    package_id: applied,
    n: n + 1,
    resource: 'dork',
    place: { file: file.name, index: n + 1 },
    label: r.data.title,
    key: r.id,
    verdict: 'new',
    choice: 'take',
    data: r.data,
    target_id: r.id,
    difference: [],
    reasons: [],
    applied_version: 1,
  }))
  const refused = {
    ...planned[0],
    n: rows.length + 1,
    place: { file: file.name, index: rows.length + 1 },
    label: 'inurl:"/admin/backup"',
    key: null,
    verdict: 'refused',
    choice: 'skip',
    data: null,
    target_id: null,
    reasons: [{ path: 'category', rule: 'required' }],
    applied_version: null,
  }
  await q.query('insert into import_row select * from jsonb_populate_recordset(null::import_row, $1::jsonb)', [
    JSON.stringify([...planned, refused]),
  ])

  await lay({
    at: ago(16),
    who: first,
    state: 'failed',
    file_name: '工具清单(加密).zip',
    size: 2_310_044,
    problem: 'archive_refused',
    details: { code: 'zip_encrypted', entry: 'tools.csv' },
  })
  const left = { ...none, new: 187, changed: 4 }
  await lay({
    at: ago(23),
    who: second,
    state: 'discarded',
    file_name: 'lolbas-draft.zip',
    size: 301_556,
    counts: left,
    resources: [{ resource: 'tool', counts: left }],
    files: [{ name: 'lolbas.json', size: 1_204_330, format: 'table-csv', rows: 191, problem: null }],
    updated_at: ago(15),
  })
}
