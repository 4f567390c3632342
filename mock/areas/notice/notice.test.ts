import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnnouncementBody } from '#src/contract/notice/announcement.schema.ts'
import { noticeDue } from './handlers.ts'
import { announcements } from './audience.ts'
import { notify } from './notify.ts'
import { opening } from './opening.ts'
import { type AccountName, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { sweep } from '#mock/db/due.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer()
  await s.db.query(`insert into org (id, parent_id, name, path, sort) values
    ('org-blue', 'org-root', 'Blue class', '/org-root/org-blue/', 1),
    ('org-lab', 'org-red', 'Red lab', '/org-root/org-red/org-lab/', 0)`)
  // a teacher of the red class: above him the academy, beside him the blue class, below him the lab
  await s.db.query(
    `update r_user set k_org_id = 'org-red', data = jsonb_set(data, '{org_id}', '"org-red"') where id = $1`,
    [userId('teacher')],
  )
})
afterAll(() => s.close())

const plain: AnnouncementBody = {
  title: 'An announcement',
  type: 'notice',
  content: 'Text',
  target: 'all',
  org_ids: [],
  pinned: false,
  published_at: 'now',
  ends_at: null,
}
const make = (o: Partial<AnnouncementBody> = {}, as: AccountName = 'admin') =>
  s.ok('POST /announcements', { body: { ...plain, ...o } }, as)
const titles = async (as: AccountName, query: object = {}) =>
  (await s.ok('GET /announcements/received', { query: { page_size: 200, ...query } }, as)).items.map((a) => a.title)
const readable = async (as: AccountName, id: string) =>
  (await s.call('GET /announcements/received/:id', { params: { id } }, as)).status
const rules = (r: { problem: { details?: { fields?: { path: string; rule: string }[] } } }) =>
  r.problem.details?.fields?.map((f) => `${f.path} ${f.rule}`)
const act = (id: string, action: 'publish' | 'withdraw', version: number, as: AccountName = 'admin') =>
  s.call(`POST /announcements/:id/${action}`, { params: { id }, body: { version } }, as)

describe('an announcement', () => {
  const readers = ['teacher', 'student', 'second-student', 'referee', 'normal'] as const
  it.each([
    [{ target: 'all' }, ['teacher', 'student', 'second-student', 'referee', 'normal']],
    [{ target: 'teacher' }, ['teacher']],
    [{ target: 'student' }, ['student', 'second-student']],
    [{ target: 'orgs', org_ids: ['org-red'] }, ['teacher', 'student']],
    [{ target: 'orgs', org_ids: ['org-blue'] }, []],
    [
      { target: 'orgs', org_ids: ['org-blue', 'org-root'] },
      ['teacher', 'student', 'second-student', 'referee', 'normal'],
    ],
    // within the teacher's own: he keeps it, but it is not for him
    [{ target: 'orgs', org_ids: ['org-lab'] }, ['keeper teacher']],
  ] as const)('for %j is read by those it is for, and is not there for others', async (target, wanted) => {
    const { id } = await make({ ...target, org_ids: 'org_ids' in target ? [...target.org_ids] : [] })
    const found: string[] = []
    for (const as of readers) {
      const status = await readable(as, id)
      const listed = (await s.ok('GET /announcements/received', { query: { page_size: 200 } }, as)).items.some(
        (a) => a.id === id,
      )
      expect([200, 404]).toContain(status)
      if (status === 200) found.push(listed ? as : `keeper ${as}`)
      else expect(listed, `${as} lists it`).toBe(false)
    }
    expect(found).toEqual(wanted)
    // who publishes sees it whoever it is for
    expect(await readable('admin', id)).toBe(200)
    expect(await readable('super', id)).toBe(200)
  })

  it('is shown between its instants, and not while it is a draft, scheduled or withdrawn', async () => {
    const at = (seconds: number) => new Date(s.clock.now().getTime() + seconds * 1000).toISOString()
    await make({ title: 'just a draft', published_at: null })
    await make({ title: 'in an hour', published_at: at(3600), ends_at: at(7200) })
    const gone = await make({ title: 'soon withdrawn' })
    expect(await titles('student')).toContain('soon withdrawn')
    expect((await act(gone.id, 'withdraw', gone.version)).body.status).toBe('withdrawn')
    expect(await titles('student')).not.toContain('soon withdrawn')
    expect(await titles('student')).not.toContain('just a draft')
    expect(await titles('student')).not.toContain('in an hour')
    s.clock.advance(3600)
    expect(await titles('student')).toContain('in an hour')
    s.clock.advance(3600)
    expect(await titles('student')).not.toContain('in an hour')
    const list = async (status: string) =>
      (await s.ok('GET /announcements', { query: { status } }, 'admin')).items.map((a) => [a.title, a.status])
    expect(await list('draft')).toEqual([['just a draft', 'draft']])
    expect(await list('ended')).toEqual([['in an hour', 'ended']])
    expect(await list('withdrawn')).toEqual([['soon withdrawn', 'withdrawn']])
  })

  it('moves as its machine says', async () => {
    const draft = await make({ published_at: null })
    expect((await act(draft.id, 'withdraw', draft.version)).problem.code).toBe('not_allowed_in_state')
    const published = (await act(draft.id, 'publish', draft.version)).body
    expect([published.status, published.published_at]).toEqual(['published', s.clock.now().toISOString()])
    expect((await act(draft.id, 'publish', published.version)).problem.code).toBe('not_allowed_in_state')
    const withdrawn = (await act(draft.id, 'withdraw', published.version)).body
    expect((await act(draft.id, 'publish', withdrawn.version)).body.status).toBe('published')
  })

  it('keeps the time it was published at, and ends after it begins', async () => {
    const row = await make()
    const { title, type, content, target, org_ids, pinned, published_at } = row
    const body = { title, type, content, target, org_ids, pinned, published_at, ends_at: null, version: row.version }
    const put = (o: object) =>
      s.call('PUT /announcements/:id', { params: { id: row.id }, body: { ...body, ...o } }, 'admin')
    s.clock.advance(60)
    expect(rules(await put({ published_at: 'now' }))).toEqual(['published_at already_published'])
    expect(rules(await put({ ends_at: published_at }))).toEqual(['ends_at ends_before_start'])
    expect((await put({ title: 'A better title' })).body.title).toBe('A better title')
  })

  it('of a teacher goes to his own organisation and those below it only', async () => {
    const send = (o: Partial<AnnouncementBody>) =>
      s.call('POST /announcements', { body: { ...plain, ...o } }, 'teacher')
    expect(rules(await send({}))).toEqual(['target target_not_yours'])
    expect(rules(await send({ target: 'student' }))).toEqual(['target target_not_yours'])
    expect(rules(await send({ target: 'orgs' }))).toEqual(['org_ids orgs_needed'])
    expect(rules(await send({ target: 'orgs', org_ids: ['org-red', 'org-blue'] }))).toEqual(['org_ids.1 org_not_yours'])
    expect(rules(await send({ target: 'orgs', org_ids: ['org-root'] }))).toEqual(['org_ids.0 org_not_yours'])
    expect((await send({ target: 'orgs', org_ids: ['org-red', 'org-lab'] })).status).toBe(200)
    expect(await s.ok('GET /announcements/reach', {}, 'teacher')).toMatchObject({
      targets: ['orgs'],
      orgs: [
        { id: 'org-red', parent_id: null },
        { id: 'org-lab', parent_id: 'org-red' },
      ],
    })
    expect((await s.ok('GET /announcements/reach', {}, 'admin')).targets).toHaveLength(4)
  })

  it('of others is not there for a teacher who does not keep it', async () => {
    const all = await make({ title: 'To everybody' })
    const lab = await make({ title: 'To the red lab', target: 'orgs', org_ids: ['org-lab'] })
    const rows = (await s.ok('GET /announcements', { query: { page_size: 200 } }, 'teacher')).items.map((a) => a.id)
    expect(rows).toContain(lab.id)
    expect(rows).not.toContain(all.id)
    expect((await s.call('GET /announcements/:id', { params: { id: all.id } }, 'teacher')).status).toBe(404)
    expect((await s.call('DELETE /announcements/:id', { params: { id: all.id } }, 'teacher')).status).toBe(404)
    expect((await act(all.id, 'withdraw', all.version, 'teacher')).status).toBe(404)
    expect((await s.call('GET /announcements/:id/readers', { params: { id: all.id } }, 'teacher')).status).toBe(404)
  })

  it('counts each reader once, and says who has not read it', async () => {
    const { id } = await make({ target: 'student' })
    const read = (as: AccountName) => s.ok('POST /announcements/received/read', { body: { ids: [id] } }, as)
    expect([await read('student'), await read('student')]).toEqual([{ done: 1 }, { done: 0 }])
    // not for him: nothing is noted
    expect(await read('referee')).toEqual({ done: 0 })
    expect(await s.ok('GET /announcements/:id', { params: { id } }, 'admin')).toMatchObject({ read: 1, addressed: 2 })
    const readers = await s.ok('GET /announcements/:id/readers', { params: { id } }, 'admin')
    expect(readers).toMatchObject({
      read: 1,
      addressed: 2,
      orgs: [
        { id: 'org-root', read: 0, addressed: 1 },
        { id: 'org-red', read: 1, addressed: 1 },
      ],
      items: [
        { id: userId('student'), org_name: 'Red class' },
        { id: userId('second-student'), read_at: null },
      ],
    })
    const missing = await s.ok('GET /announcements/:id/readers', { params: { id }, query: { read: 'false' } }, 'admin')
    expect(missing.items.map((r) => r.username)).toEqual(['second_student'])
  })

  it('counts readers who are in no organisation', async () => {
    const { id } = await make({ target: 'student' })
    const put = (org_id: string | null) =>
      s.ok('POST /users/move', { body: { ids: [userId('second-student')], org_id } }, 'admin')
    await put(null)
    const { orgs } = await s.ok('GET /announcements/:id/readers', { params: { id } }, 'admin')
    expect(orgs).toContainEqual({ id: '', name: '', read: 0, addressed: 1 })
    await put('org-root')
  })

  it('counts as unread until it is opened', async () => {
    const unread = async () => (await s.ok('GET /messages/unread', {}, 'normal')).announcements
    const before = await unread()
    const { id } = await make()
    expect(await unread()).toBe(before + 1)
    await s.ok('POST /announcements/received/read', { body: { ids: [id] } }, 'normal')
    expect(await unread()).toBe(before)
    await s.ok('POST /announcements/received/read', { body: { all: true } }, 'normal')
    expect(await unread()).toBe(0)
    expect(await titles('normal', { unread: 'true' })).toEqual([])
  })

  it('that begins later is heard of when it begins', async () => {
    const heard: string[] = []
    // on a machine with much else to do the server raises alarms of its own, which everybody hears too
    const stop = await s.db.listen('live', (payload) => {
      if (payload.startsWith('["announcements"')) heard.push(payload)
    })
    await make({ target: 'student', published_at: new Date(s.clock.now().getTime() + 60_000).toISOString() })
    expect(heard).toEqual([])
    s.clock.advance(61)
    await sweep(s.db, noticeDue, s.clock.now)
    await expect.poll(() => heard).toContain('["announcements",{"roles":["student"]}]')
    await stop()
  })

  it('takes its readers and its comments along when it is removed', async () => {
    const { id } = await make()
    await s.ok('POST /announcements/received/read', { body: { ids: [id] } }, 'student')
    await s.ok('POST /comments', { body: { entity: 'announcement', entity_id: id, text: 'Good' } }, 'student')
    await s.ok('DELETE /announcements/:id', { params: { id } }, 'admin')
    expect((await s.db.query('select 1 as x from announcement_read where announcement_id = $1', [id])).rows).toEqual([])
    expect((await s.db.query('select 1 as x from r_comment where k_entity_id = $1', [id])).rows).toEqual([])
    expect(await announcements.get(s.db, id)).toBeUndefined()
  })

  it('is previewed by its first lines, without headings, pictures and links', () => {
    expect(opening('# Title\n\n**Bold** and [a link](https://x.example)\n\n- one\n- two ![p](/p.png)\n\n---\n')).toBe(
      '**Title**\n**Bold** and a link\n\n- one\n- two p',
    )
    expect(opening('[![A map](/p.png)](https://x.example) [a [b] c](/d)\n\n## Where ## it is ##')).toBe(
      'A map [a [b] c](/d)\n**Where ## it is**',
    )
    expect([...opening('字'.repeat(500))]).toHaveLength(161)
    expect(opening(`**${'w '.repeat(200)}**`)).not.toContain('*')
  })

  it.each([
    ['pictures that do not end', '!['.repeat(2000)],
    ['links that do not end', '['.repeat(4000)],
    ['spaces in a heading', `# a${' '.repeat(1300)}`.repeat(3)],
  ])('is previewed in a moment, though it is nothing but %s', (_, hard) => {
    const took = (text: string) => {
      const runs = Array.from({ length: 5 }, () => {
        const from = performance.now()
        opening(text)
        return performance.now() - from
      })
      return Math.min(...runs)
    }
    // a page of a list has two hundred of them
    expect(took(hard)).toBeLessThan(3 + 20 * took('a word '.repeat(570)))
  })

  it('is previewed in the language of its reader, its table as a table', () => {
    const text = [
      '第 10 周起实验课改为周三下午，使用 VPN 登录。\n',
      '| 周次 | 内容 |\n| --- | --- |\n| 10 | 日志分析 |\n| 11 | 流量取证 |\n',
      '---\n',
      'From week ten the hours are on Wednesday (信安 2401).\n',
      '| Week | Content |\n| --- | --- |\n| 10 | Logs |',
    ].join('\n')
    expect(opening(text, 'zh-CN')).toBe(
      '第 10 周起实验课改为周三下午，使用 VPN 登录。\n\n| 周次 | 内容 |\n| --- | --- |\n| 10 | 日志分析 |\n| 11 | 流量取证 |',
    )
    expect(opening(text, 'en-US')).toBe(
      'From week ten the hours are on Wednesday (信安 2401).\n\n| Week | Content |\n| --- | --- |\n| 10 | Logs |',
    )
    // written in one language it is shown to everybody, and one line below the other is told apart as well
    expect(opening('Closed today.', 'zh-CN')).toBe('Closed today.')
    expect(opening('今日关闭。\nClosed today.', 'en-US')).toBe('Closed today.')
  })

  it('is in two languages where its writer gives it both: each reader has it in his own, everybody else as it was written', async () => {
    const translation = { language: 'zh-CN' as const, title: '周六维护通知', content: '周六晚上停机维护。' }
    const { id } = await make({ title: 'Rest on Saturday', content: 'The platform rests.', translation })
    const read = async (query: object, as: AccountName = 'student') => {
      const page = await s.ok('GET /announcements/received', { query: { page_size: 200, ...query } }, as)
      const { title, content } = await s.ok('GET /announcements/received/:id', { params: { id }, query }, as)
      const listed = page.items.find((a) => a.id === id)
      expect(listed?.title).toBe(title)
      return [title, listed?.opening, content]
    }
    expect(await read({ language: 'zh-CN' })).toEqual(['周六维护通知', '周六晚上停机维护。', '周六晚上停机维护。'])
    expect(await read({ language: 'en-US' })).toEqual([
      'Rest on Saturday',
      'The platform rests.',
      'The platform rests.',
    ])
    // its managers find it by either
    for (const q of ['停机维护', 'platform rests'])
      expect((await s.ok('GET /announcements', { query: { q } }, 'admin')).items.map((a) => a.id)).toContain(id)
    const bare = await s.call(
      'POST /announcements',
      { body: { ...plain, translation: { ...translation, title: '' } } },
      'admin',
    )
    expect(rules(bare)?.[0]).toMatch(/^translation\.title /)
  })

  it('counts those who may sign in, before it is published and after, and says how many cannot', async () => {
    const users = async () =>
      (await s.ok('GET /announcements/reach', {}, 'admin')).orgs.find((o) => o.id === 'org-red')?.users ?? 0
    const { id } = await make({ target: 'orgs', org_ids: ['org-red'] })
    const look = () => s.ok('GET /announcements/:id/readers', { params: { id } }, 'admin')
    const before = await look()
    expect([before.addressed, before.closed]).toEqual([await users(), 0])
    const someone = {
      username: 'gone_soon',
      name: 'Gone Soon',
      role_id: 'role-student',
      org_id: 'org-red',
      expires_on: null,
      password: 'Long-Meadow-9',
    }
    const { id: gone, version } = await s.ok('POST /users', { body: someone as never }, 'admin')
    expect((await look()).addressed).toBe(before.addressed + 1)
    await s.ok('POST /users/:id/disable', { params: { id: gone }, body: { version } }, 'admin')
    const after = await look()
    expect([after.addressed, after.closed]).toEqual([before.addressed, 1])
    expect(await users()).toBe(after.addressed)
    await s.ok('DELETE /users/:id', { params: { id: gone } }, 'admin')
  })

  it('is listed in the language that is asked for', async () => {
    const { id } = await make({ content: '今日关闭。\n\nClosed today.' })
    const shown = async (query: object) =>
      (await s.ok('GET /announcements/received', { query: { page_size: 200, ...query } }, 'student')).items.find(
        (a) => a.id === id,
      )?.opening
    expect([await shown({ language: 'zh-CN' }), await shown({ language: 'en-US' })]).toEqual([
      '今日关闭。',
      'Closed today.',
    ])
  })
})

describe('personal messages', () => {
  const tell = (to: AccountName[], n = 1) =>
    s.db.tx((q) => notify(q, s.platform, { to: to.map(userId), kind: 'team_added', params: { team: `T${n}` } }))
  const unread = async (as: AccountName) => (await s.ok('GET /messages/unread', {}, as)).messages

  it('are each person’s own: nobody reads, marks or removes another’s', async () => {
    await tell(['referee', 'normal'])
    const [mine] = (await s.ok('GET /messages', {}, 'referee')).items
    expect(mine).toMatchObject({ kind: 'team_added', params: { team: 'T1' }, link: null, read: false })
    const ids = [mine?.id ?? '']
    expect(await s.ok('POST /messages/read', { body: { ids } }, 'normal')).toEqual({ done: 0 })
    expect(await s.ok('POST /messages/remove', { body: { ids } }, 'normal')).toEqual({
      done: [],
      failed: [{ id: ids[0], code: 'not_found' }],
    })
    expect([await unread('referee'), await unread('normal')]).toEqual([1, 1])
    expect(await s.ok('POST /messages/read', { body: { ids } }, 'referee')).toEqual({ done: 1 })
    expect(await s.ok('POST /messages/remove', { body: { ids } }, 'referee')).toEqual({ done: ids, failed: [] })
    expect((await s.ok('GET /messages', {}, 'referee')).total).toBe(0)
  })

  it('are counted until they are read, one by one or all', async () => {
    for (let i = 0; i < 3; i++) await tell(['second-admin'], i)
    expect(await unread('second-admin')).toBe(3)
    const { items } = await s.ok('GET /messages', { query: { unread: 'true', page_size: 2 } }, 'second-admin')
    expect(items.map((m) => m.params['team'])).toEqual(['T2', 'T1'])
    await s.ok('POST /messages/read', { body: { ids: [items[0]?.id ?? ''] } }, 'second-admin')
    expect(await unread('second-admin')).toBe(2)
    await s.ok('POST /messages/read', { body: { all: true } }, 'second-admin')
    expect(await unread('second-admin')).toBe(0)
  })
})

describe('the platform tells', () => {
  const last = async (as: AccountName) => (await s.ok('GET /messages', {}, as)).items[0]
  const row = (name: AccountName) => s.ok('GET /users/:id', { params: { id: userId(name) } }, 'admin')

  it('whoever was approved', async () => {
    const { id, version } = await row('to-audit')
    await s.ok('POST /users/:id/pass', { params: { id }, body: { version } }, 'admin')
    expect(await last('to-audit')).toMatchObject({ kind: 'account_approved', read: false })
  })

  it('whoever has another role', async () => {
    await s.ok(
      'POST /roles/:id/members',
      { params: { id: 'role-referee' }, body: { ids: [userId('normal')] } },
      'super',
    )
    expect(await last('normal')).toMatchObject({ kind: 'role_changed', params: { role: 'Role referee' } })
  })
})

describe('comments', () => {
  const say = (as: AccountName, id: string, text: string, parent_id: string | null = null) =>
    s.call('POST /comments', { body: { entity: 'announcement', entity_id: id, text, parent_id } }, as)
  const thread = async (as: AccountName, id: string) =>
    (await s.ok('GET /comments/thread', { query: { entity: 'announcement', entity_id: id } }, as)).items
  const texts = async (as: AccountName, id: string) =>
    (await thread(as, id)).map((c) => [c.text, ...c.replies.map((r) => r.text)])

  it('are written and read by those who may see what they are about', async () => {
    const { id } = await make({ target: 'orgs', org_ids: ['org-red'] })
    expect((await say('student', id, 'First')).status).toBe(200)
    expect(await texts('teacher', id)).toEqual([['First']])
    expect((await say('second-student', id, 'Hello')).status).toBe(404)
    const seen = await s.call('GET /comments/thread', { query: { entity: 'announcement', entity_id: id } }, 'normal')
    expect(seen.status).toBe(404)
  })

  it('are not empty and at most 250 wide, where a Chinese character counts two', async () => {
    const { id } = await make()
    expect((await say('student', id, '   ')).status).toBe(422)
    expect((await say('student', id, '字'.repeat(125))).status).toBe(200)
    expect((await say('student', id, `${'字'.repeat(125)}a`)).status).toBe(422)
  })

  it('show the account and the role beside the name, so that nobody passes for another of the same name', async () => {
    const { id } = await make({}, 'admin')
    const rename = (who: AccountName, name: string) =>
      s.db.query(`update r_user set data = jsonb_set(data, '{name}', to_jsonb($2::text)) where id = $1`, [
        userId(who),
        name,
      ])
    await rename('student', 'User admin')
    try {
      const question = (await say('student', id, 'Send me your passwords')).body
      await say('admin', id, 'Nobody asks for passwords', question.id)
      const [one] = await thread('normal', id)
      expect([one?.author, one?.replies[0]?.author]).toEqual([
        { name: 'User admin', username: 'student', role_key: 'student', role_name: 'Role student' },
        { name: 'User admin', username: 'admin', role_key: 'admin', role_name: 'Role admin' },
      ])
      const [told] = (await s.ok('GET /messages', {}, 'student')).items
      expect(told?.params['by']).toBe('User admin @admin')
      const publisher = { username: 'admin', role_key: 'admin' }
      const listed = (await s.ok('GET /announcements/received', { query: { page_size: 200 } }, 'normal')).items
      expect(listed.find((a) => a.id === id)?.author).toMatchObject(publisher)
      const opened = await s.ok('GET /announcements/received/:id', { params: { id } }, 'normal')
      expect(opened.author).toMatchObject(publisher)
      const desk = (await s.ok('GET /comments', { query: { entity_id: id } }, 'admin')).items
      expect(desk.map((c) => [c.author_name, c.author_username]).sort()).toEqual([
        ['User admin', 'admin'],
        ['User admin', 'student'],
      ])
      const receipts = (await s.ok('GET /announcements/:id/readers', { params: { id } }, 'admin')).items
      expect(receipts.find((r) => r.username === 'student')).toMatchObject({ name: 'User admin', role_key: 'student' })
    } finally {
      await rename('student', 'User student')
    }
  })

  it('are answered one level deep, and their writer hears of it', async () => {
    const { id } = await make()
    const first = (await say('student', id, 'A question')).body
    const answer = (await say('teacher', id, 'An answer', first.id)).body
    expect((await say('student', id, 'Deeper', answer.id)).problem.code).toBe('not_allowed_in_state')
    expect(await texts('normal', id)).toEqual([['A question', 'An answer']])
    const [message] = (await s.ok('GET /messages', {}, 'student')).items
    expect(message).toMatchObject({
      kind: 'reply',
      params: { by: 'User teacher @teacher', text: 'An answer' },
      link: { screen: 'announcement-detail', params: { id } },
    })
  })

  it('are taken back by their writer only, with the answers', async () => {
    const { id } = await make()
    const first = (await say('student', id, 'Mine')).body
    await say('teacher', id, 'Answer', first.id)
    const back = (as: AccountName) => s.call('POST /comments/:id/withdraw', { params: { id: first.id } }, as)
    expect((await back('teacher')).status).toBe(404)
    expect((await back('student')).status).toBe(200)
    expect(await texts('teacher', id)).toEqual([])
  })

  it('wait for a review where that is asked for, and are hidden by the desk', async () => {
    const { id } = await make()
    await s.ok('PUT /comments/review', { body: { before: true } }, 'admin')
    s.clock.advance(3)
    const waiting = (await say('student', id, 'Let me through')).body
    expect(waiting.state).toBe('to-review')
    expect(await texts('student', id)).toEqual([['Let me through']])
    expect(await texts('normal', id)).toEqual([])
    const desk = await s.ok('GET /comments', { query: { state: 'to-review' } }, 'admin')
    expect(desk.items).toMatchObject([{ id: waiting.id, about: 'An announcement', author_name: 'User student' }])
    const shown = await s.ok('POST /comments/:id/show', { params: { id: waiting.id }, body: { version: 1 } }, 'admin')
    expect(await texts('normal', id)).toEqual([['Let me through']])
    await s.ok('POST /comments/:id/hide', { params: { id: waiting.id }, body: { version: shown.version } }, 'admin')
    expect(await texts('normal', id)).toEqual([])
    await s.ok('PUT /comments/review', { body: { before: false } }, 'admin')
  })
})

describe('letters to the administrators', () => {
  it('are between their writer and the desk, which is told of each and answers', async () => {
    const mine = { entity: 'letter', entity_id: userId('referee') } as const
    const letter = await s.ok('POST /comments', { body: { ...mine, text: 'Please help' } }, 'referee')
    expect((await s.call('GET /comments/thread', { query: mine }, 'teacher')).status).toBe(404)
    expect((await s.call('POST /comments', { body: { ...mine, text: 'Not mine' } }, 'teacher')).status).toBe(404)
    const [told] = (await s.ok('GET /messages', {}, 'admin')).items
    expect(told).toMatchObject({ kind: 'letter', params: { by: 'User referee @referee', text: 'Please help' } })
    const open = async () =>
      (
        await s.ok(
          'GET /comments',
          { query: { entity: 'letter', answered: 'false', author_id: userId('referee') } },
          'admin',
        )
      ).total
    expect(await open()).toBe(1)
    await s.ok('POST /comments', { body: { ...mine, text: 'Done', parent_id: letter.id } }, 'admin')
    expect((await s.ok('GET /messages', {}, 'referee')).items[0]).toMatchObject({ kind: 'letter_answered' })
    const { items } = await s.ok('GET /comments/thread', { query: mine }, 'referee')
    expect(items[0]?.replies).toMatchObject([{ text: 'Done', official: true }])
    const row = await s.ok('GET /comments/:id', { params: { id: letter.id } }, 'admin')
    expect(row).toMatchObject({ answered: true, about: 'User referee' })
    const hidden = await s.call(
      'POST /comments/:id/hide',
      { params: { id: letter.id }, body: { version: row.version } },
      'admin',
    )
    expect(hidden.problem.code).toBe('not_allowed_in_state')
  })
})
