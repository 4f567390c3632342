/** Images fetched from an address: within limits, with progress, cancelled at once, and never from where the server must not look. */
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startImages } from '#mock/areas/image/start.ts'
import { depositsIn } from '#mock/deposit/folder.ts'
import type { LivePlatform } from '#mock/platform.ts'
import type { ImageBody } from '#src/contract/image/image.schema.ts'
import { limits } from '#src/contract/limits.ts'
import { qcow2Of } from '#tests/support/images.ts'
import { type AccountName, testServer, type TestServer } from './support/server.ts'

/** The other server: what each path answers. Its names lead to this machine, which only these tests may ask. */
const answers = new Map<string, (req: http.IncomingMessage, res: http.ServerResponse) => void>()
const other = http.createServer((req, res) => {
  asked.push(`${req.headers.host} ${req.url}`)
  const answer = answers.get(req.url ?? '')
  if (answer) answer(req, res)
  else res.writeHead(404).end()
})
const asked: string[] = []
/** Addresses of names, one list per look. */
const names = new Map<string, string[][]>()
let port = 0
let s: TestServer
beforeAll(async () => {
  await new Promise<void>((done) => void other.listen(0, '127.0.0.1', done))
  port = (other.address() as AddressInfo).port
  s = await testServer({
    config: {
      fetch: {
        inside: ['127.0.0.1/32'],
        lookup: (name) => {
          const turns = names.get(name) ?? [['127.0.0.1']]
          return Promise.resolve((turns.length > 1 ? turns.shift() : turns[0]) ?? [])
        },
      },
    },
  })
  await s.setting('store.watermark', 0)
})
afterAll(async () => {
  await s.close()
  other.closeAllConnections()
  other.close()
})

let n = 0
const image = async (more: Partial<ImageBody> = {}) =>
  (
    await s.ok(
      'POST /images',
      { body: { name: `Fetched ${++n}`, category: 'server', description: 'A machine', ...more } },
      'super',
    )
  ).id
const fetchIt = (target: string, url: string, as: AccountName = 'super') =>
  s.call('POST /deposits/fetch', { body: { target, url, keep: true } }, as)
const at = (file: string, host = 'mirror.example') => `http://${host}:${port}/${file}`
const get = (id: string) => s.ok('GET /images/:id', { params: { id } }, 'super')
const settled = () => (s.platform as LivePlatform).settled()
const left = () => (fs.existsSync(depositsIn(s.platform.files)) ? fs.readdirSync(depositsIn(s.platform.files)) : [])
/** What becomes of a fetch that is let run to its end. */
async function outcome(url: string, more: Partial<ImageBody> = {}) {
  const id = await image(more)
  const begun = await fetchIt(id, url)
  if (begun.status !== 200) return begun.problem.code
  await settled()
  const row = await get(id)
  return row.arriving?.failure ?? row.status
}

describe('an image fetched from an address', () => {
  it('is looked through and saved like one that was uploaded', async () => {
    const bytes = qcow2Of()
    answers.set('/disk.qcow2', (_req, res) => res.end(bytes))
    const id = await image()
    expect((await fetchIt(id, at('disk.qcow2'))).body).toMatchObject({ name: 'disk.qcow2', state: 'open' })
    await settled()
    expect(await get(id)).toMatchObject({
      status: 'saved',
      size: bytes.length,
      file_name: 'disk.qcow2',
      arriving: null,
    })
    expect(left()).toEqual([])
  })

  it('is found behind redirects, and in error over a file of another format', async () => {
    answers.set('/old.qcow2', (_req, res) => res.writeHead(302, { location: '/disk.qcow2' }).end())
    expect(await outcome(at('old.qcow2'))).toBe('saved')
    answers.set('/text.qcow2', (_req, res) => res.end('x'.repeat(5000)))
    expect(await outcome(at('text.qcow2'))).toBe('error')
  })

  it.each([
    ['this machine', 'http://127.0.0.2/a.qcow2'],
    ['this machine in IPv6', 'http://[::1]/a.qcow2'],
    ['this machine as a number', 'http://2130706434/a.qcow2'],
    ['the cloud’s own', 'http://169.254.169.254/latest/a.qcow2'],
    ['a private one', 'http://10.0.0.1/a.qcow2'],
    ['an IPv4 address in IPv6', 'http://[::ffff:10.0.0.1]/a.qcow2'],
  ])('is refused at once from %s', async (_what, url) => {
    expect(await outcome(url)).toBe('fetch_refused')
  })

  it.each(['ftp://mirror.example/a.qcow2', 'file:///etc/passwd', 'http://user:pass@mirror.example/a.qcow2', 'a.qcow2'])(
    'is no address: %s',
    async (url) => {
      const refused = await fetchIt(await image(), url)
      expect([refused.problem.code, refused.problem.details?.fields?.[0]?.rule]).toEqual(['validation', 'url'])
    },
  )

  it('is refused from a name of which one address is private, and behind a redirect to one', async () => {
    names.set('two.example', [['93.184.216.34', '10.0.0.1']])
    expect(await outcome(at('disk.qcow2', 'two.example'))).toBe('fetch_refused')
    names.set('inner.example', [['10.1.2.3']])
    answers.set('/away.qcow2', (_req, res) =>
      res.writeHead(302, { location: 'http://inner.example/secret.qcow2' }).end(),
    )
    expect(await outcome(at('away.qcow2'))).toBe('address_refused')
    answers.set('/round.qcow2', (_req, res) => res.writeHead(302, { location: '/round.qcow2' }).end())
    expect(await outcome(at('round.qcow2'))).toBe('too_many_redirects')
  })

  it('asks the address it looked at: a name that leads elsewhere at the next look reaches nothing', async () => {
    names.set('rebind.example', [['127.0.0.1'], ['10.0.0.9'], ['127.0.0.1']])
    const before = asked.length
    expect(await outcome(at('disk.qcow2', 'rebind.example'))).toBe('address_refused')
    expect(asked.length).toBe(before)
  })

  it('above its limit is refused by what is announced, and by what comes', async () => {
    answers.set('/huge.qcow2', (_req, res) => {
      res.writeHead(200, { 'content-length': limits.imageFetch + 1 })
      res.write('x')
    })
    expect(await outcome(at('huge.qcow2'))).toBe('too_large')
    expect(left()).toEqual([])
  })

  it('that ends early, answers something else or is packed comes to nothing and says why', async () => {
    answers.set('/short.qcow2', (_req, res) => {
      res.writeHead(200, { 'content-length': 5000 })
      res.write('QFI')
      setTimeout(() => res.destroy(), 50)
    })
    expect(await outcome(at('short.qcow2'))).toBe('ended_early')
    expect(await outcome(at('nowhere.qcow2'))).toBe('answer')
    answers.set('/packed.qcow2', (_req, res) => res.writeHead(200, { 'content-encoding': 'gzip' }).end('x'))
    expect(await outcome(at('packed.qcow2'))).toBe('answer')
    expect(left()).toEqual([])
  })

  it('shows how far it is, and stops when it is cancelled', async () => {
    let closed = false
    answers.set('/slow.qcow2', (_req, res) => {
      res.writeHead(200, { 'content-length': 1_000_000 })
      const timer = setInterval(() => res.write(Buffer.alloc(10_000)), 50)
      res.on('close', () => {
        closed = true
        clearInterval(timer)
      })
    })
    const id = await image()
    const { body } = await fetchIt(id, at('slow.qcow2'))
    await expect.poll(async () => (await get(id)).arriving?.received ?? 0).toBeGreaterThan(0)
    expect((await get(id)).arriving).toMatchObject({ size: 1_000_000, state: 'open', host: `mirror.example:${port}` })
    expect((await fetchIt(id, at('disk.qcow2'))).problem.code).toBe('not_allowed_in_state')
    await s.ok('DELETE /deposits/:id', { params: { id: body.id } }, 'super')
    await settled()
    await expect.poll(() => closed).toBe(true)
    expect([(await get(id)).arriving, (await get(id)).status, left()]).toEqual([null, 'creating', []])
  })

  it('whose server ended says so at the next start, and another one takes its place', async () => {
    const id = await image()
    await s.db.query(
      `insert into deposit (id, owner, kind, target, name, size, source, created_at, touched_at)
       values ('lost', 'user-super', 'image', $1, 'a.qcow2', 0, 'http://mirror.example/a.qcow2', $2, $2)`,
      [id, new Date(s.clock.now().getTime() - 120_000).toISOString()],
    )
    await startImages(s.platform)
    expect((await get(id)).arriving).toMatchObject({ state: 'failed', failure: 'interrupted' })
    expect((await fetchIt(id, at('disk.qcow2'))).status).toBe(200)
    await settled()
    expect((await get(id)).status).toBe('saved')
  })

  it('is for those who create images, a few at a time, and never for somebody else’s upload', async () => {
    const id = await image()
    expect((await fetchIt(id, at('disk.qcow2'), 'student')).problem.code).toBe('no_operation_permission')
    expect((await fetchIt(id, at('disk.exe'))).problem.code).toBe('unsupported_type')
    const upload = { kind: 'image' as const, target: id, name: 'b.qcow2', size: 10 }
    await s.ok('POST /deposits', { body: upload }, 'admin')
    expect((await fetchIt(id, at('disk.qcow2'))).problem.code).toBe('locked')
    answers.set('/hold.qcow2', (_req, res) => void res.writeHead(200, { 'content-length': 1000 }).write('x'))
    const held = []
    for (let i = 0; i < 3; i++) held.push((await fetchIt(await image(), at('hold.qcow2'))).body.id)
    expect((await fetchIt(await image(), at('hold.qcow2'))).problem.code).toBe('fetch_busy')
    for (const one of held) await s.ok('DELETE /deposits/:id', { params: { id: one } }, 'super')
    other.closeAllConnections()
    await settled()
  })
})

it('leaves no file of its own behind', () => {
  expect(fs.readdirSync(path.join(s.platform.files)).includes('deposits') ? left() : []).toEqual([])
})
