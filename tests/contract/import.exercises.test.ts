/** Exercises as files: out with what lies beside them, in again as the same, changed where they differ, gone with an undo. */
import { strToU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { png } from '#tests/support/pictures.ts'
import { apply, planned, undo, upload, zipped } from './support/import.ts'
import { type As, testServer, type TestServer } from './support/server.ts'
import { createHash } from 'node:crypto'

let s: TestServer
beforeAll(async () => {
  s = await testServer()
})
afterAll(() => s.close())

async function plan(name: string, bytes: Buffer, as: As = 'admin') {
  const upload_id = await upload(s, bytes, as, name)
  const { id } = await s.ok('POST /imports', { body: { upload_id, kind: 'exercises' } }, as)
  return planned(s, id, as)
}
const rows = async (id: string) => (await s.ok('GET /imports/:id/rows', { params: { id } }, 'admin')).items
const find = async (q: string) => (await s.ok('GET /exercises', { query: { q } }, 'super')).items
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const capture = strToU8('what went over the wire')
function packed(record: object, files: Record<string, Uint8Array> = {}): Buffer {
  const records = strToU8(JSON.stringify([record]))
  const manifest = {
    format: 'range-package',
    version: 1,
    name: 'labs',
    created: '2026-01-01T00:00:00Z',
    resources: [{ resource: 'exercise', file: 'exercises.json', sha256: sha256(records), count: 1 }],
    files: Object.entries(files).map(([file, b]) => ({ file, sha256: sha256(b), size: b.length })),
  }
  return zipped({ 'manifest.json': JSON.stringify(manifest), 'exercises.json': records, ...files })
}
const lab = (more: object = {}) =>
  packed(
    {
      title: 'Read the capture',
      set: 'Forensics',
      topology: 'No such drawing',
      stem: 'Look: ![sign](pictures/sign.png)',
      upload: { wanted: true, files: 2, ends: ['pdf'] },
      attachments: ['files/1/wire.pcap'],
      ...more,
    },
    { 'pictures/sign.png': png(8, 8), 'files/1/wire.pcap': capture },
  )
const held = async () =>
  (await s.db.query<{ n: number }>(`select count(*)::integer as n from attachment where name = 'wire.pcap'`)).rows[0]?.n

describe('exercises of a package', () => {
  it('come with their files, are the same again, changed where they differ, and go with an undo', async () => {
    const p = await plan('labs.zip', lab())
    expect(p.counts).toEqual({ new: 2, same: 0, changed: 0, duplicate: 0, refused: 0 })
    expect((await rows(p.id)).find((r) => r.resource === 'exercise')?.reasons).toEqual([
      { path: 'topology_id', rule: 'note_topology', params: { name: 'No such drawing' } },
    ])
    const done = (await apply(s, p)).body
    const [row] = await find('Read the capture')
    expect(row).toMatchObject({ set_name: 'Forensics', topology_id: null, origin: 'package' })
    const [file] = row?.attachments ?? []
    expect(file).toMatchObject({ name: 'wire.pcap', size: capture.length })
    const sent = await s.send('GET /attachments/:id', { params: { id: file?.file ?? '' } }, 'super')
    expect(sent.raw.rawPayload.toString()).toBe('what went over the wire')

    expect((await plan('again.zip', lab())).counts).toMatchObject({ new: 0, same: 2, changed: 0 })
    const other = await plan('other.zip', lab({ score: 7 }))
    expect(other.counts).toMatchObject({ same: 1, changed: 1 })
    expect(await held()).toBe(1)
    await undo(s, (await apply(s, other, 'overwrite')).body)
    await s.ok('DELETE /exercises/:id', { params: { id: row?.id ?? '' } }, 'super')
    expect(await held()).toBe(1)
    await undo(s, done)
  })

  it('leave no file behind when their plan is thrown away or undone', async () => {
    const before = await held()
    const thrown = await plan('thrown.zip', lab({ title: 'Thrown away' }))
    await s.ok('DELETE /imports/:id', { params: { id: thrown.id } }, 'admin')
    const done = (await apply(s, await plan('undone.zip', lab({ title: 'Undone' })))).body
    expect(await find('Undone')).toHaveLength(1)
    await undo(s, done)
    expect(await find('Undone')).toHaveLength(0)
    for (const { id } of (await s.ok('GET /imports', { query: { kind: 'exercises' } }, 'admin')).items) {
      const { body } = await s.call('GET /imports/:id', { params: { id } }, 'admin')
      if (body.can.includes('remove')) await s.ok('DELETE /imports/:id', { params: { id } }, 'admin')
    }
    expect([before, await held()]).toEqual([1, 0])
  })

  it('name the file that is missing, refuse what no name may be, and are for those who keep the bank', async () => {
    const missing = await plan('missing.zip', packed({ title: 'A', set: 'S', attachments: ['files/a.txt'] }))
    expect((await rows(missing.id))[0]).toMatchObject({
      verdict: 'refused',
      reasons: [{ path: 'attachments.0', rule: 'file_missing', params: { name: 'files/a.txt' } }],
    })
    const named = await plan(
      'n.zip',
      packed({ title: 'A', set: 'S', attachments: ['a b.txt'] }, { 'a b.txt': capture }),
    )
    expect((await rows(named.id))[0]?.reasons).toEqual([{ path: 'attachments.0', rule: 'attached_name' }])
    expect((await s.call('GET /exercises/file', {}, 'student')).status).toBe(403)
    expect((await s.call('GET /imports/:id', { params: { id: named.id } }, 'student')).status).toBe(403)
  })
})

describe('the bank of exercises as a file', () => {
  beforeAll(async () => {
    const drawing = await s.ok('POST /topologies', { body: { name: 'Drawn' } as never }, 'super')
    const hints = [{ text: 'Port 53', cost: 2 }]
    await apply(s, await plan('kept.zip', lab({ title: 'Kept', topology: 'Drawn', hints, report: false })))
    const [kept] = await find('Kept')
    expect(kept).toMatchObject({ topology_id: drawing.id, topology_name: 'Drawn', hints })
  })

  it('comes back as the same bank in every format', async () => {
    for (const [format, name] of [
      ['package', 'e.zip'],
      ['table', 'e.csv'],
      ['xlsx', 'e.xlsx'],
      ['moodle-xml', 'e.xml'],
    ] as const) {
      const { raw } = await s.send('GET /exercises/file', { query: { format } }, 'super')
      const p = await plan(name, raw.rawPayload)
      expect([format, p.counts.new, p.counts.refused, p.counts.same > 0]).toEqual([format, 0, 0, true])
      if (format !== 'moodle-xml') expect([format, p.counts.changed]).toEqual([format, 0])
    }
  })

  it('has what was chosen', async () => {
    const [one] = (await s.ok('GET /exercises', {}, 'super')).items
    const { raw } = await s.send('GET /exercises/file', { query: { ids: [one?.id] } as never }, 'super')
    const records = JSON.parse(Buffer.from(unzipSync(raw.rawPayload)['exercises.json'] ?? []).toString()) as object[]
    expect(records).toMatchObject([{ title: 'Kept' }])
    expect(one?.title).toBe('Kept')
  })
})
