import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lan, node } from '#tests/support/scene.ts'
import { testServer, type TestServer, userId } from '#tests/contract/support/server.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer()
})
afterAll(() => s.close())

/** Rows of known times and people, laid behind the trail's back. */
async function lay(count: number): Promise<void> {
  await s.db.query(
    `insert into audit (seq, at, user_id, username, role, address, action, entity, entity_id, result, code, request_id, prev_hash, hash)
     select 1000000 + n * 16, timestamptz '2026-11-01' + (n / 3) * interval '1 second', 'u' || n % 7, 'person_' || n % 7, 'admin', '10.0.' || n % 5 || '.9',
       case when n % 2 = 0 then 'tool.update' else 'dork.remove' end, case when n % 2 = 0 then 'tool' else 'dork' end, 't' || n % 11,
       case when n % 10 = 0 then 'refused' else 'done' end, case when n % 10 = 0 then 'not_found' end, 'r' || n, '', ''
     from generate_series(1, $1) n`,
    [count],
  )
}
const page = (query: object) => s.ok('GET /audit', { query: query as { page_size?: number } }, 'super')

describe('the audit log', () => {
  it('is read page by page without missing or doubling a row, there and back, whatever it is narrowed to', async () => {
    await lay(40)
    const narrowings = [
      { at_to: '2026-11-02' },
      { action: ['tool.update', 'dork.remove'], at_to: '2026-11-02' },
      { user_id: ['u1', 'u2', 'u3'], at_to: '2026-11-02' },
      { q: 'person_', at_to: '2026-11-02' },
      { entity: 'tool', user_id: ['u1', 'u4'], at_to: '2026-11-02' },
      { result: 'refused', entity: ['tool', 'dork'], at_to: '2026-11-02' },
      { address: '10.0.3.', at_to: '2026-11-02' },
    ]
    for (const narrow of narrowings) {
      const { rows: all } = await s.db.query<{ seq: number; n: number }>(
        'select seq, (seq - 1000000) / 16 as n from audit where seq > 1000000 order by at desc, seq desc',
      )
      const wanted = all
        .filter(({ n }) => {
          const actions = [narrow.action ?? []].flat()
          const users = [narrow.user_id ?? []].flat()
          const entities = [narrow.entity ?? []].flat()
          return (
            (!actions.length || actions.includes(n % 2 ? 'dork.remove' : 'tool.update')) &&
            (!users.length || users.includes(`u${n % 7}`)) &&
            (!entities.length || entities.includes(n % 2 ? 'dork' : 'tool')) &&
            (!narrow.result || n % 10 === 0) &&
            (!narrow.address || n % 5 === 3)
          )
        })
        .map((r) => String(r.seq))
      const down: string[] = []
      let at = await page({ ...narrow, page_size: 7 })
      expect([at.total, at.exact]).toEqual([wanted.length, true])
      for (;;) {
        down.push(...at.items.map((r) => r.id))
        if (!at.older) break
        at = await page({ ...narrow, page_size: 7, after: at.older })
      }
      expect(down, JSON.stringify(narrow)).toEqual(wanted)
      const up: string[] = []
      at = await page({ ...narrow, page_size: 7, oldest: 'true' })
      expect(at.items.map((r) => r.id)).toEqual(wanted.slice(-7))
      for (;;) {
        up.unshift(...at.items.map((r) => r.id))
        if (!at.newer) break
        at = await page({ ...narrow, page_size: 7, before: at.newer })
      }
      // the first page is always whole, so the last step up may repeat rows
      expect([...new Set(up)]).toEqual(wanted)
    }
  })

  it('says how many rows came since a place, not which', async () => {
    const first = await page({ action: 'tool-category.create' })
    for (const name of ['News one', 'News two']) await s.ok('POST /tool-categories', { body: { name } }, 'super')
    const since = first.top ?? '0-0'
    const news = await s.ok('GET /audit/news', { query: { since, action: 'tool-category.create' } }, 'super')
    expect(news).toEqual({ count: 2, more: false })
    expect(await s.ok('GET /audit/news', { query: { since, action: 'tool.create' } }, 'super')).toMatchObject({
      count: 0,
    })
  })

  it('shows a change field by field, with the names of what it refers to', async () => {
    const a = await s.ok('POST /tool-categories', { body: { name: 'Sniffers' } }, 'super')
    const b = await s.ok('POST /tool-categories', { body: { name: 'Fuzzers' } }, 'super')
    const tool = await s.ok('POST /tools', { body: { name: 'Boofuzz', category_id: a.id, summary: 'old' } }, 'super')
    const { version, id } = tool
    const body = { name: 'Boofuzz', category_id: b.id, summary: 'new', version }
    const put = await s.call('PUT /tools/:id', { params: { id }, body }, 'super')
    const { items } = await page({ request_id: String(put.headers['x-request-id']) })
    expect(items).toMatchObject([
      { action: 'tool.update', label: 'Boofuzz', name: 'User super', user_id: userId('super') },
    ])
    const entry = await s.ok('GET /audit/:id', { params: { id: items[0]?.id ?? '' } }, 'super')
    expect(entry).toMatchObject({
      before: { category_id: a.id, summary: 'old' },
      after: { category_id: b.id, summary: 'new' },
      names: { [a.id]: 'Sniffers', [b.id]: 'Fuzzers' },
    })
    expect(Object.keys(entry.after ?? {}).sort()).toEqual(['category_id', 'summary'])
    await s.ok('DELETE /tools/:id', { params: { id } }, 'super')
    const gone = await page({ entity: 'tool', entity_id: id, action: 'tool.remove' })
    expect(gone.items).toMatchObject([{ label: 'Boofuzz' }])
  })

  it('still says what a thing was called when it is gone, also of rows that changed something else of it', async () => {
    const c = await s.ok('POST /tool-categories', { body: { name: 'Brief' } }, 'super')
    const made = await s.ok('POST /tools', { body: { name: 'Passing', category_id: c.id, summary: 'one' } }, 'super')
    const body = { name: 'Passing', category_id: c.id, summary: 'two', version: made.version }
    await s.ok('PUT /tools/:id', { params: { id: made.id }, body }, 'super')
    // a row of before names were written down, which knows its thing by id alone
    await s.db.query(
      `insert into audit (seq, at, user_id, username, role, address, action, entity, entity_id, result, request_id, prev_hash, hash)
       values (9000001, now(), 'u1', 'super', 'super', '10.0.0.9', 'tool.use', 'tool', $1, 'done', 'r-old', '', '')`,
      [made.id],
    )
    await s.ok('DELETE /tools/:id', { params: { id: made.id } }, 'super')
    const { items } = await page({ entity_id: made.id })
    expect(items.map((r) => r.label)).toEqual(['Passing', 'Passing', 'Passing', 'Passing'])
    const entry = await s.ok('GET /audit/:id', { params: { id: items[1]?.id ?? '' } }, 'super')
    expect(entry.details).toEqual({})
  })

  it('is searched by a name that somebody had before, for what was done to them and by them', async () => {
    const id = userId('student')
    const row = await s.ok('GET /users/:id', { params: { id } }, 'super')
    const { name: was, username, role_id, org_id, expires_on, version } = row
    const body = { name: 'Renamed Person', username, role_id, org_id, expires_on, version }
    await s.ok('PUT /users/:id', { params: { id }, body }, 'super')
    const { items } = await page({ q: was })
    expect(items.some((i) => i.action === 'user.update' && i.entity_id === id)).toBe(true)
    await s.db.query(
      `insert into audit (seq, at, user_id, username, role, address, action, entity, entity_id, result, request_id, prev_hash, hash)
       values (900000000, now(), $1, $2, 'student', '', 'tool.update', 'tool', 'none', 'done', 'former', '', '')`,
      [id, username],
    )
    expect((await page({ q: was })).items.some((i) => i.id === '900000000')).toBe(true)
  })

  it('is searched by the name of somebody or something that is gone, and of a file that was sent', async () => {
    const role_id = (await s.ok('GET /users/:id', { params: { id: userId('student') } }, 'super')).role_id
    const body = { username: 'gone_person', name: 'Gone Person', role_id, org_id: null, expires_on: null, password: '' }
    const { id } = await s.ok('POST /users', { body }, 'super')
    await s.ok('DELETE /users/:id', { params: { id } }, 'super')
    for (const q of ['gone person', 'gone_pers']) {
      const [first] = (await page({ q })).items
      expect([first?.action, first?.entity_id, first?.label]).toEqual(['user.remove', id, 'Gone Person'])
    }
    const category = await s.ok('POST /tool-categories', { body: { name: 'Vanished 100% shelf' } }, 'super')
    await s.ok('DELETE /tool-categories/:id', { params: { id: category.id } }, 'super')
    expect((await page({ q: 'vanished 100%' })).items.map((i) => i.entity_id)).toEqual([category.id, category.id])
    const name = 'list of people.csv'
    const upload = await s.ok('POST /uploads', { body: { name, size: 3, sha256: '0'.repeat(64) } }, 'super')
    expect((await page({ q: 'of people.csv' })).items).toMatchObject([{ entity_id: upload.id, label: name }])
  })

  it('is searched by whatever its column shows: scenes, nodes, consoles, and what has a word for a name', async () => {
    const name = 'O 两网四机 Two nets'
    const document = lan(node('kali', 'container'))
    const { id } = await s.ok('POST /scenes', { body: { name, document } }, 'super')
    // of a later change the row keeps what was changed, and its name as a label
    await s.db.query(
      `insert into audit (seq, at, user_id, username, role, address, action, entity, entity_id, result, request_id, details, prev_hash, hash)
       values (9100001, now(), 'u1', 'p', 'super', '', 'scene.start', 'scene', $1, 'done', 'r-seen', '{"after":{"status":"on"}}', '', ''),
         (9100002, now(), 'u1', 'p', 'super', '', 'instance.power', 'instance', 'x.kali', 'done', 'r-seen', '{"before":{"name":"Kali-1"}}', '', ''),
         (9100003, now(), 'u1', 'p', 'super', '', 'console.open', 'console', 'c1', 'done', 'r-seen', '{"label":"Router lab / debian-12-server-1"}', '', ''),
         (9100004, now(), 'u1', 'p', 'super', '', 'config.update', 'config', 'alarms', 'done', 'r-seen', null, '', '')`,
      [id],
    )
    const seen = (await page({ request_id: 'r-seen' })).items
    expect(seen.map((r) => r.label)).toEqual([null, 'Router lab / debian-12-server-1', 'Kali-1', name])
    for (const [q, found] of [
      ['two NETS', '9100001'],
      ['两网', '9100001'],
      ['kali', '9100002'],
      ['debian-12-server-1', '9100003'],
      ['Router lab', '9100003'],
      ['alarm thres', '9100004'],
    ] as const) {
      expect(
        (await page({ q })).items.map((r) => r.id),
        q,
      ).toContain(found)
      const { raw } = await s.send('GET /audit/export', { query: { q } }, 'super')
      expect(raw.body, q).toContain(found)
    }
    const zh = { headers: { 'accept-language': 'zh-CN' } }
    const inChinese = await s.call('GET /audit', { query: { q: '告警阈值' } }, 'super', zh)
    expect(inChinese.body.items.map((r) => r.id)).toEqual(['9100004'])
  })

  it('is searched by a user name for what was done to them', async () => {
    const id = userId('second-student')
    const row = await s.ok('GET /users/:id', { params: { id } }, 'super')
    const { name, username, role_id, org_id, version } = row
    const body = { name, username, role_id, org_id, expires_on: '2030-01-01', version }
    await s.ok('PUT /users/:id', { params: { id }, body }, 'super')
    expect((await page({ q: username })).items).toMatchObject([{ action: 'user.update', entity_id: id }])
  })

  it('is searched by the name of the thing as by the person', async () => {
    const named = 'Reader of logs'
    const { id } = await s.ok('POST /roles', { body: { name: named } }, 'super')
    for (const q of ['reader of', named]) {
      const { items } = await page({ q })
      expect(items.map((i) => [i.entity_id, i.label])).toEqual([[id, named]])
    }
    // a word of people and of things alike finds both
    expect((await page({ q: 'super' })).items.some((i) => i.username === 'super')).toBe(true)
    expect((await page({ q: 'nothing is called so' })).items).toEqual([])
  })

  it('exports what it shows, safe to open, and notes that', async () => {
    await s.ok('POST /tool-categories', { body: { name: '=HYPERLINK("x")' } }, 'super')
    const r = await s.send('GET /audit/export', { query: { action: 'tool-category.create' } }, 'super')
    const text = r.raw.body
    expect(text.split('\r\n')[0]).toContain('id,at,username')
    expect(text).toContain(`'=HYPERLINK`)
    expect(text).not.toContain('tool.update')
    const { items } = await page({ request_id: String(r.headers['x-request-id']) })
    expect(items).toHaveLength(1)
  })

  it('says the name of a role that somebody made, on the page and in the file', async () => {
    const { id } = await s.ok('POST /roles', { body: { name: 'Night shift' } }, 'super')
    await s.db.query(
      `insert into audit (seq, at, user_id, username, role, address, action, entity, entity_id, result, request_id, prev_hash, hash)
       values (9000002, now(), 'u1', 'watchman', $1, '10.0.0.9', 'tool.use', 'tool', 't', 'done', 'r-night', '', '')`,
      [id],
    )
    expect((await page({ request_id: 'r-night' })).items).toMatchObject([{ role: 'Night shift' }])
    const { raw } = await s.send('GET /audit/export', { query: { request_id: 'r-night' } }, 'super')
    expect(raw.body).toContain(',Night shift,')
    expect(raw.body).not.toContain(id)
  })

  it('is for those who hold its screen', async () => {
    for (const as of ['teacher', 'student', undefined] as const) {
      const r = await s.send('GET /audit', {}, as)
      expect([401, 403]).toContain(r.status)
    }
  })
})

describe('the chain', () => {
  const check = async () => {
    await s.ok('POST /audit/checks', { body: {} }, 'super')
    for (;;) {
      const { items } = await s.ok('GET /audit/checks', {}, 'super')
      if (items[0] && items[0].state !== 'running') return items[0]
      await new Promise((r) => setTimeout(r, 20))
    }
  }

  it('is worked through in the background, with its outcome kept, and finds a row that was changed', async () => {
    const clean = await testServer()
    const own = s
    s = clean
    try {
      for (let n = 0; n < 5; n++) await s.ok('POST /tool-categories', { body: { name: `Checked ${n}` } }, 'super')
      const good = await check()
      expect(good).toMatchObject({ state: 'done', faults: [], by_name: 'User super @super' })
      expect(good.rows).toBeGreaterThan(5)
      const { rows } = await s.db.query<{ seq: number }>(
        `select seq from audit where action = 'tool-category.create' limit 1`,
      )
      const seq = rows[0]?.seq
      await s.db.tx(async (q) => {
        await q.query('set local session_replication_role = replica')
        await q.query(`update audit set username = 'nobody' where seq = $1`, [seq])
      })
      expect(await check()).toMatchObject({ state: 'done', faults: [{ seq, what: 'changed' }] })
    } finally {
      await clean.close()
      s = own
    }
  })
})
