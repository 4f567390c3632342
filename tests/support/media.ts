/** Files of lessons for tests: small ones that are what they should be by what is inside, and the way they come. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LivePlatform } from '#mock/platform.ts'
import type { CourseFileUse } from '#src/contract/course/media.ts'
import type { AccountName } from '../contract/support/people.ts'
import type { TestServer } from '../contract/support/server.ts'

const box = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}
const words = (...n: number[]): Buffer => {
  const out = Buffer.alloc(n.length * 4)
  for (const [i, x] of n.entries()) out.writeUInt32BE(x, i * 4)
  return out
}
/** An MP4 with a track that shows something, or with the one of another handler. */
export const mp4 = (seconds: number, { handler = 'vide', padding = 1000 } = {}): Buffer =>
  Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\0\0isommp42', 'latin1')),
    box('free', Buffer.alloc(20)),
    box(
      'moov',
      box('mvhd', words(0, 0, 0, 1000, Math.round(seconds * 1000)), Buffer.alloc(80)),
      box('trak', box('mdia', box('hdlr', words(0, 0), Buffer.from(handler, 'latin1'), Buffer.alloc(12)))),
    ),
    box('mdat', Buffer.alloc(padding, 7)),
  ])

const element = (id: number[], body: Buffer): Buffer =>
  // its size in two bytes
  Buffer.concat([Buffer.from(id), Buffer.from([0x40 | (body.length >> 8), body.length & 0xff]), body])
/** A WebM, with its length or, as browsers record it, without. */
export function webm(seconds: number | undefined, docType = 'webm'): Buffer {
  const length = Buffer.alloc(8)
  length.writeDoubleBE((seconds ?? 0) * 1000)
  const info = element(
    [0x15, 0x49, 0xa9, 0x66],
    Buffer.concat([
      element([0x2a, 0xd7, 0xb1], Buffer.from([0x0f, 0x42, 0x40])),
      ...(seconds === undefined ? [] : [element([0x44, 0x89], length)]),
    ]),
  )
  return Buffer.concat([
    element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], Buffer.from(docType))),
    // of unknown size, as it is while it is recorded
    Buffer.from([0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
    info,
    Buffer.alloc(200, 3),
  ])
}
export const ogg = (): Buffer => Buffer.from('OggS\0\x02' + '\0'.repeat(22) + '\x80theora' + '\0'.repeat(100), 'latin1')
export const pdf = (pages = 1): Buffer =>
  Buffer.from(`%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n% ${pages}\ntrailer<</Root 1 0 R>>\n%%EOF\n`, 'latin1')
export const vtt = (text = 'Who has this address?'): Buffer =>
  Buffer.from(`WEBVTT\n\n00:01.000 --> 00:03.000\n${text}\n`, 'utf8')

/** Sends a file as the author's page does. The server listens already. @returns as it is named in what is written */
export async function sendCourseFile(
  s: TestServer,
  course: string,
  { use, name, bytes }: { use: CourseFileUse; name: string; bytes: Buffer },
  as: AccountName = 'super',
): Promise<{ file: string; name: string; size: number }> {
  const file = await s.ok(
    'POST /courses/:id/files',
    { params: { id: course }, body: { use, name, size: bytes.length } },
    as,
  )
  const { id } = await s.ok(
    'POST /deposits',
    { body: { kind: 'course-file', target: file.file, name, size: bytes.length } },
    as,
  )
  const { port } = s.app.server.address() as AddressInfo
  const headers = {
    authorization: `Bearer ${await s.token(as)}`,
    'tus-resumable': '1.0.0',
    'upload-offset': 0,
    'content-type': 'application/offset+octet-stream',
    'content-length': bytes.length,
  }
  await new Promise<void>((done, fail) => {
    const req = http.request(
      { port, host: '127.0.0.1', method: 'PATCH', path: `/api/mg/api/deposits/${id}/content`, headers },
      (res) => res.resume().on('end', () => done()),
    )
    req.on('error', fail)
    req.end(bytes)
  })
  await (s.platform as LivePlatform).settled()
  return file
}
