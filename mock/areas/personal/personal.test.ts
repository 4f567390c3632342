import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AccountName, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { announcements } from './announcements.ts'
import type { AnnouncementDoc } from './announcementLine.ts'

let s: TestServer
const plain: AnnouncementDoc = {
  title: 'plain',
  type: 'notice',
  content: '',
  published_at: '2026-11-01T00:00:00.000Z',
  ends_at: null,
  publisher: 'somebody',
  pinned: false,
  target: 'all',
  org_ids: [],
}
const lines: Partial<AnnouncementDoc>[] = [
  { title: 'old and pinned', pinned: true, published_at: '2026-10-01T00:00:00.000Z' },
  { title: 'for all', content: '100% sure' },
  { title: 'for teachers', target: 'teacher' },
  { title: 'for students', target: 'student' },
  { title: 'for the red class', target: 'orgs', org_ids: ['org-red'] },
  { title: 'for the academy', target: 'orgs', org_ids: ['org-root'] },
  { title: 'tomorrow', published_at: '2026-11-06T00:00:00.000Z' },
  { title: 'over', ends_at: '2026-11-05T08:00:00.000Z' },
  { title: 'newest', published_at: '2026-11-05T08:00:00.000Z', ends_at: '2026-11-05T08:00:01.000Z' },
]

beforeAll(async () => {
  s = await testServer()
  await s.db.tx((q) =>
    announcements.insertMany(
      q,
      lines.map((l, n) => ({ id: `a${n}`, data: { ...plain, ...l } })),
      { at: s.clock.now(), by: 'tests' },
    ),
  )
})
afterAll(() => s.close())

const read = (as: AccountName, query: object = {}) => s.ok('GET /personal/announcements', { query }, as)
const titles = async (as: AccountName, query: object = {}) => (await read(as, query)).items.map((a) => a.title)

describe('announcements', () => {
  it('reach whom they are for, pinned first, then the newest', async () => {
    const all = ['old and pinned', 'newest']
    expect(await titles('normal')).toEqual([...all, 'for the academy', 'for all'])
    expect(await titles('teacher')).toEqual([...all, 'for the academy', 'for teachers', 'for all'])
    expect(await titles('student')).toEqual([...all, 'for the academy', 'for the red class', 'for students', 'for all'])
    expect(await titles('second-student')).toEqual([...all, 'for the academy', 'for students', 'for all'])
  })

  it('are shown between their two instants only', async () => {
    s.clock.advance(1)
    expect(await titles('normal')).not.toContain('newest')
    s.clock.set('2026-11-05T07:59:59.999Z')
    expect(await titles('normal')).toContain('over')
    s.clock.set('2026-11-05T08:00:00Z')
    expect(await titles('normal')).not.toContain('over')
  })

  it('come in pages that say how many there are, and are found by text', async () => {
    expect(await read('student', { page: 2, page_size: 4 })).toMatchObject({
      total: 6,
      page: 2,
      items: [{ title: 'for students' }, { title: 'for all' }],
    })
    expect(await titles('student', { q: '0% S' })).toEqual(['for all'])
    expect(await titles('student', { q: '%' })).toEqual(['for all'])
    // what is not for the caller is not found either
    expect(await titles('normal', { q: 'red class' })).toEqual([])
  })
})

describe('the profile', () => {
  it('is the caller’s own, with the sign-in before this one', async () => {
    const first = await s.signIn('referee')
    const card = (token: string) => s.ok('GET /personal/profile', {}, { token })
    const at = s.clock.now().toISOString()
    expect(await card(first.body.token)).toMatchObject({
      user: { username: 'referee', role: { key: 'referee' }, org: { name: 'Academy' } },
      status: 'normal',
      phone: '',
      expires_on: null,
      last_sign_in: at,
      last_address: '127.0.0.1',
      sessions: 1,
      default_password: false,
    })
    s.clock.advance(600)
    const second = await s.signIn('referee')
    s.clock.advance(600)
    await s.signIn('referee', 'wrong-Password-1')
    const third = await s.signIn('referee')
    expect(await card(second.body.token)).toMatchObject({ last_sign_in: at, sessions: 3 })
    expect((await card(third.body.token)).last_sign_in).toBe(new Date(Date.parse(at) + 600_000).toISOString())
    s.clock.set('2026-11-05T08:00:00Z')
  })

  it('tells who still has the password he was given', async () => {
    // such a session may only change its password, so the card is read before that is known
    const { rows } = await s.db.query<{ is_default: boolean }>('select is_default from account where user_id = $1', [
      userId('default-password'),
    ])
    expect(rows[0]?.is_default).toBe(true)
    expect((await s.call('GET /personal/profile', {}, 'default-password')).problem.code).toBe('change_password_first')
  })
})
