/** Files beside questions, over the wire: announced, sent by tus, named by a question, read, and gone with it. */
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweepOne } from '#mock/db/due.ts'
import { dueHandlers } from '#mock/due.ts'
import type { LivePlatform } from '#mock/platform.ts'
import { type As, testServer, type TestServer } from '#tests/contract/support/server.ts'
import type { AccountName } from '#tests/contract/support/people.ts'
import { holder } from '#tests/contract/support/import.ts'
import { limits } from '#src/contract/limits.ts'
import { keptName } from '#src/contract/bank/attachment.ts'
import { attachedName } from '#src/contract/bank/question.ts'
import { attachmentFile } from './store.ts'

let s: TestServer
let port = 0
let set_id = ''
beforeAll(async () => {
  s = await testServer()
  await s.app.listen({ port: 0, host: '127.0.0.1' })
  port = (s.app.server.address() as AddressInfo).port
  await s.setting('store.watermark', 0)
  set_id = (await s.ok('POST /theory-sets', { body: { name: 'Files' } }, 'super')).id
})
afterAll(() => s.close())
const settled = () => (s.platform as LivePlatform).settled()

async function send(name: string, text: string, as: AccountName = 'super') {
  const bytes = Buffer.from(text)
  const file = await s.ok('POST /attachments', { body: { name, size: bytes.length } }, as)
  const begun = await s.ok(
    'POST /deposits',
    { body: { kind: 'attachment', target: file.file, name, size: bytes.length } },
    as,
  )
  const headers = {
    authorization: `Bearer ${await s.token(as)}`,
    'tus-resumable': '1.0.0',
    'upload-offset': 0,
    'content-type': 'application/offset+octet-stream',
    'content-length': bytes.length,
  }
  await new Promise<void>((done, fail) => {
    const path = `/api/mg/api/deposits/${begun.id}/content`
    const req = http.request({ port, host: '127.0.0.1', method: 'PATCH', path, headers }, (res) =>
      res.resume().on('end', () => done()),
    )
    req.on('error', fail)
    req.end(bytes)
  })
  await settled()
  return file
}
const question = (more: object) => ({ type: 'short' as const, title: 'With files', set_id, ...more })
const read = (id: string, as: As) => s.send('GET /attachments/:id', { params: { id } }, as)
const kept = (id: string) => fs.existsSync(attachmentFile(s.platform.files, id))
const sweep = async () => {
  while ((await sweepOne(s.db, dueHandlers(s.platform), s.platform.now)) === 'done');
  await settled()
}

describe('a file beside a question', () => {
  it('is refused by its name and its size, with the rule on the field', async () => {
    const fields = async (name: string, size: number) =>
      (await s.call('POST /attachments', { body: { name, size } }, 'super')).problem.details?.['fields']
    expect(await fields('my notes.pdf', 5)).toEqual([{ path: 'name', rule: 'attached_name' }])
    expect(await fields('a.pdf', limits.upload + 1)).toEqual([
      { path: 'size', rule: 'max', params: { max: limits.upload } },
    ])
    expect(limits.upload).toBe(50 * 2 ** 20)
    for (const name of [
      'my notes (1).pdf',
      '../../etc/passwd',
      '实验 报告!.docx',
      '.htaccess',
      '   ',
      'x'.repeat(300) + '.tar',
    ])
      expect(keptName(name)).toMatch(attachedName)
    expect(keptName('my notes (1).pdf')).toBe('my-notes-1.pdf')
  })

  it('comes, is read by those who may see a question that has it, and goes with the last one that named it', async () => {
    const a = await send('capture.pcap', 'packets')
    const w = await send('solution.md', 'how it goes')
    expect((await read(a.file, 'admin')).status, 'nobody but its owner before a question names it').toBe(404)
    const body = question({ attachments: [{ ...a, name: 'renamed.pcap', size: 1 }], writeup_file: w })
    const row = await s.ok('POST /theory-questions', { body }, 'super')
    expect(row.attachments).toEqual([a])
    const { raw } = await read(a.file, 'admin')
    expect([raw.statusCode, raw.payload]).toEqual([200, 'packets'])
    expect(raw.headers['content-disposition']).toContain('capture.pcap')
    expect((await read(a.file, 'student')).status, 'a learner for whom it is not').toBe(404)
    const other = await holder(s, 'flags-solve')
    expect((await read(a.file, other)).status, 'the keeper of another bank').toBe(404)

    const edited = await s.ok(
      'PUT /theory-questions/:id',
      { params: { id: row.id }, body: { ...question({ attachments: [], writeup_file: null }), version: row.version } },
      'super',
    )
    expect(edited.attachments).toEqual([])
    await sweep()
    expect(kept(a.file), 'an older version still has it').toBe(true)
    const copy = await s.ok('POST /theory-questions/:id/copy', { params: { id: row.id }, body: {} }, 'super')
    await s.ok('DELETE /theory-questions/:id', { params: { id: copy.id } }, 'super')
    await s.ok('DELETE /theory-questions/:id', { params: { id: row.id } }, 'super')
    await sweep()
    expect([kept(a.file), kept(w.file), (await read(a.file, 'super')).status]).toEqual([false, false, 404])
  })

  it('of somebody else, of another question, twice, or not come yet cannot be named', async () => {
    const mine = await send('mine.txt', 'x')
    const taken = await send('taken.txt', 'x')
    await s.ok('POST /theory-questions', { body: question({ attachments: [taken] }) }, 'super')
    const waiting = await s.ok('POST /attachments', { body: { name: 'later.txt', size: 1 } }, 'super')
    const tried = async (attachments: object[], as: As) =>
      (await s.call('POST /theory-questions', { body: question({ attachments }) as never }, as)).problem.details?.[
        'fields'
      ]
    const unknown = [{ path: 'attachments.0', rule: 'unknown_file' }]
    expect(await tried([mine], 'admin')).toEqual(unknown)
    expect(await tried([taken], 'super')).toEqual(unknown)
    expect(await tried([waiting], 'super')).toEqual(unknown)
    expect(await tried([mine, mine], 'super')).toEqual([{ path: 'attachments.1', rule: 'distinct' }])
    const many = Array.from({ length: 21 }, () => mine)
    expect(await tried(many, 'super')).toEqual([{ path: 'attachments', rule: 'max', params: { max: 20 } }])
  })

  it('that no question names is let go after a day', async () => {
    const loose = await send('loose.txt', 'x')
    s.clock.advance(25 * 3600)
    await s.ok('POST /attachments', { body: { name: 'next.txt', size: 1 } }, 'super')
    await sweep()
    expect(kept(loose.file)).toBe(false)
  })
})
