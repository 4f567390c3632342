/**
 * The list of users at 100,000 people, through the whole interpreter: pages wherever they lie and whatever narrows them. Ten thousand of the
 * people come as an imported list, which is measured too; the others are laid beside them.
 */
import { insertAccounts, noPassword } from '#mock/areas/session/account.ts'
import { documents } from '#mock/crud/documents.ts'
import { onBothEngines, type Opened } from './bothEngines.ts'
import { type Figure, median } from './table.ts'

const imported = 10_000
const everybody = 100_000
const step = 2000
const users = documents('user')
/** Milliseconds a page may take; a text is looked for in every row. */
const budget = (query: string): number => (query.includes('q=') ? 150 : 60)

interface Org {
  id: string
  name: string
  parent_id: string | null
}

async function imports({ call }: Opened, org: string): Promise<{ plan: number; apply: number }> {
  const lines = Array.from({ length: imported }, (_, n) => {
    const digits = String(n).padStart(7, '0')
    return `list_${n},List ${n},${n % 2 ? org : ''},1390${digits},W-${digits}`
  })
  const bytes = new TextEncoder().encode(['username,name,organisation,phone,work_id', ...lines].join('\n'))
  const upload = await call<{ id: string }>('POST', '/uploads', { name: 'people.csv', size: bytes.length })
  await call('PATCH', `/uploads/${upload.id}?offset=0`, bytes)
  const begin = performance.now()
  const { id } = await call<{ id: string }>('POST', '/imports', { upload_id: upload.id, kind: 'users' })
  let p = { state: '', digest: '', counts: { new: 0 } }
  while (p.state !== 'planned') {
    p = await call('GET', `/imports/${id}`)
    if (p.state === 'failed') throw new Error('the import failed')
    await new Promise((r) => setTimeout(r, 20))
  }
  if (p.counts.new !== imported) throw new Error(`${p.counts.new} new people instead of ${imported}`)
  const middle = performance.now()
  await call('POST', `/imports/${id}/apply`, { digest: p.digest, on_duplicate: 'skip' })
  const rate = (ms: number) => imported / (ms / 1000)
  return { plan: rate(middle - begin), apply: rate(performance.now() - middle) }
}

const given = ['Jing', 'Maria', 'Tomás', '建国', '雨涵', 'Aisha', '志强', 'Oleg', '欣怡', 'Ruth']
const family = ['Li', 'Okafor', '王', 'Novak', '欧阳', 'Haddad', '陈', 'Silva', '张', 'Berg']

/** People of every organisation and of two roles; one in fifty is disabled, one in twenty has an account that has run out. */
async function lay({ db, platform }: Opened, orgs: readonly Org[]): Promise<void> {
  const { rows: roles } = await db.query<{ id: string }>(
    `select id from r_role where data->>'key' in ('student', 'teacher') order by data->>'key'`,
  )
  const at = platform.now()
  for (let from = imported; from < everybody; from += step) {
    const rows = Array.from({ length: step }, (_, i) => {
      const n = from + i
      const digits = String(n).padStart(7, '0')
      return {
        id: platform.newId(),
        data: {
          username: `bench_${n}`,
          name: `${family[n % 10]} ${given[Math.floor(n / 10) % 10]} ${Math.floor(n / 100)}`,
          role_id: roles[n % 30 ? 0 : 1]?.id ?? '',
          org_id: orgs[n % orgs.length]?.id ?? null,
          status: n % 50 ? ('normal' as const) : ('disabled' as const),
          phone: `1391${digits}`,
          work_id: `B-${digits}`,
          expires_on: n % 20 ? null : '2020-01-01',
        },
        hand: { at: new Date(at.getTime() - (everybody - n) * 60_000), by: 'user-super' },
      }
    })
    const accounts = rows.map(({ id, data: { username } }) => ({
      user_id: id,
      username,
      hash: noPassword,
      is_default: false,
    }))
    await db.tx(async (q) => {
      await users.insertMany(q, rows, { at, by: 'user-super' })
      await insertAccounts(q, accounts, at)
    })
  }
  // as the maintenance leaves it that both engines have every few minutes
  await db.script('vacuum analyze')
}

async function time({ call }: Opened, query: string): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < 14; n++) {
    const at = performance.now()
    const { items } = await call<{ items: unknown[] }>('GET', `/users?${query}`)
    if (n >= 3) times.push(performance.now() - at)
    if (!items.length) throw new Error(`${query}: nothing`)
  }
  return median(times)
}

export const userFigures = (): Promise<Figure[]> =>
  onBothEngines(async (o) => {
    const { items: orgs } = await o.call<{ items: Org[] }>('GET', '/orgs/tree')
    const root = orgs.find((org) => org.parent_id === null)
    const below = orgs.find((org) => org.parent_id === root?.id)
    if (!below) throw new Error('the demonstration has no organisations')
    const { plan, apply } = await imports(o, below.name)
    await lay(o, orgs)
    const { total } = await o.call<{ total: number }>('GET', '/users?page_size=1')
    const { total: inside } = await o.call<{ total: number }>('GET', `/users?page_size=1&org_id=${below.id}`)
    const { items: roles } = await o.call<{ items: { id: string; key: string }[] }>('GET', '/roles')
    const last = (n: number) => `page=${Math.ceil(n / 20)}`
    const lists: [string, string][] = [
      ['first page', ''],
      ['last page', last(total)],
      ['first page by name', 'sort=name'],
      ['last page by name', `sort=name&${last(total)}`],
      ['below an organisation', `org_id=${below.id}`],
      ['below an organisation, last page', `org_id=${below.id}&${last(inside)}`],
      ['below the root', `org_id=${root?.id}`],
      ['a role', `role_id=${roles.find((r) => r.key === 'teacher')?.id}`],
      ['status normal', 'status=normal'],
      ['status expired', 'status=expired'],
      ['online', 'online=true'],
      ['a user name', 'q=bench_77777'],
      ['part of a name', `q=${encodeURIComponent('欧阳')}`],
      ['part of a telephone, in an organisation', `q=1391005&org_id=${root?.id}`],
      ['a text found everywhere', 'q=bench'],
    ]
    const out: Figure[] = [
      { what: `people, 10,000 imported${o.where}: plan`, value: plan, unit: 'rows/s' },
      { what: `people, 10,000 imported${o.where}: apply`, value: apply, unit: 'rows/s' },
    ].map((f) => ({ ...f, budget: '≥ 1,000', held: f.value >= 1000 }))
    for (const [what, query] of lists) {
      const value = await time(o, query)
      const most = budget(query)
      out.push({
        what: `users, ${total.toLocaleString('en-US')}${o.where}: ${what}`,
        value,
        unit: 'ms',
        budget: `≤ ${most} ms`,
        held: value <= most,
      })
    }
    return out
  })
