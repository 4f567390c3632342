/** C5: Pictures from upload to page: kept for their writer, shown by one field, gone when nobody shows them (check D3). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holdPicture, sweepPictures } from '#mock/areas/picture/hold.ts'
import { png } from '#tests/support/pictures.ts'
import { type AccountName, testServer, type TestServer, userId } from './support/server.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer()
})
afterAll(() => s.close())

const upload = (name: AccountName | undefined, bytes: Buffer, query: object = { name: 'me.png' }) =>
  s.send('POST /pictures', { query }, name, {
    payload: bytes,
    headers: { 'content-type': 'application/octet-stream' },
  })
const made = async (name: AccountName): Promise<string> => {
  const r = await upload(name, png(40, 40))
  expect(r.status, r.raw.body).toBe(200)
  return (r.body as unknown as { id: string }).id
}
const hold = (holder: string, before: string, after: string, by: AccountName) =>
  s.db.tx((q) =>
    holdPicture(q, { holder, before, after, path: 'avatar', use: 'picture' }, { by: userId(by), at: s.clock.now() }),
  )

describe('a picture', () => {
  it('is shown to anybody who has its name, to keep and never to run', async () => {
    const id = await made('student')
    const r = await s.send('GET /pictures/:id', { params: { id } })
    expect([r.status, r.headers['content-type']]).toEqual([200, 'image/png'])
    expect(r.raw.rawPayload.equals(png(40, 40))).toBe(true)
    expect(r.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(r.headers['content-disposition']).toMatch(/^attachment;/)
    expect(r.headers['content-security-policy']).toMatch(/sandbox/)
    expect((await s.send('GET /pictures/:id', { params: { id: id.replace('.png', '.gif') } })).status).toBe(404)
  })

  it('C5 that is SVG is refused as an icon of an image or a service, whatever it is called', async () => {
    const svg = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80"><script>alert(1)</script></svg>`.padEnd(2000),
    )
    for (const name of ['icon.svg', 'icon.png', 'icon.jpg', 'icon.svg.png', 'icon']) {
      const r = await upload('super', svg, { name, use: 'icon' })
      expect([name, r.status, r.problem.code]).toEqual([name, 422, 'picture_refused'])
    }
    const both = Buffer.concat([png(80, 80), svg])
    const r = await upload('super', both, { name: 'icon.png', use: 'icon' })
    if (r.status !== 200) return
    // what is behind the picture is not served as anything else
    const shown = await s.send('GET /pictures/:id', { params: { id: (r.body as unknown as { id: string }).id } })
    expect(shown.headers['content-type']).toBe('image/png')
    expect(shown.headers['content-security-policy']).toMatch(/sandbox/)
  })

  it('that is none is refused with its reason, and one that is too large while it comes', async () => {
    const refusals = [
      [png(248, 38), { name: 'me.jpg' }, 'disagrees'],
      [png(4, 4), { name: 'me.png' }, 'too_small'],
      [Buffer.alloc(4096, 'a'), { name: 'me.png' }, 'type'],
      [png(100, 38), { name: 'me.png', use: 'logo' }, 'size'],
    ] as const
    for (const [bytes, query, reason] of refusals) {
      const r = await upload('student', bytes, query)
      expect([r.status, r.problem.code, r.problem.details?.reason]).toEqual([422, 'picture_refused', reason])
    }
    const large = await upload('student', Buffer.alloc(2 * 1024 * 1024 + 1))
    expect([large.status, large.problem.code]).toEqual([413, 'too_large'])
  })

  it('is taken by its writer only, into one field only', async () => {
    const mine = await made('student')
    const refused = { code: 'validation', details: { fields: [{ path: 'avatar', rule: 'unknown_picture' }] } }
    await expect(hold('user:x:avatar', '', mine, 'teacher')).rejects.toMatchObject(refused)
    await expect(hold('user:x:avatar', '', 'no-such.png', 'student')).rejects.toMatchObject(refused)
    await hold('user:x:avatar', '', mine, 'student')
    await expect(hold('team:y:logo', '', mine, 'student')).rejects.toMatchObject(refused)
  })

  it('goes a day after the last field let go of it', async () => {
    const [first, second, third] = [await made('student'), await made('student'), await made('student')]
    await hold('user:z:avatar', '', first, 'student')
    await hold('user:z:avatar', first, second, 'student')
    const there = async (id: string) => (await s.send('GET /pictures/:id', { params: { id } })).status === 200
    const sweep = () => s.db.tx((q) => sweepPictures(q, s.clock.now()))
    await sweep()
    expect(await Promise.all([first, second, third].map(there))).toEqual([true, true, true])
    s.clock.advance(24 * 3600 + 1)
    await sweep()
    expect(await Promise.all([first, second, third].map(there))).toEqual([false, true, false])
  })

  it('that nobody shows counts for its writer, so that nobody fills the disk with them', async () => {
    for (let n = 0; n < 20; n++) await made('referee')
    const r = await upload('referee', png(40, 40))
    expect([r.status, r.problem.code]).toEqual([507, 'quota_full'])
    expect((await upload('teacher', png(40, 40))).status).toBe(200)
  })
})
