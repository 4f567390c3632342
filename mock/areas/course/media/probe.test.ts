/** D2: what a file of a lesson is, is read from what is inside; nothing that is written there makes the reading long or wrong. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ReadBytesAt } from '#src/contract/image/header/found.ts'
import type { CourseFileUse } from '#src/contract/course/media.ts'
import { some } from '#tests/support/some.ts'
import { mp4, ogg, pdf, vtt, webm } from '#tests/support/media.ts'
import { probeCourseFile } from './probe.ts'

const readerOf =
  (bytes: Buffer): ReadBytesAt =>
  async (at, length) =>
    at >= 0 && at < bytes.length ? bytes.subarray(at, at + length) : new Uint8Array()
const probe = (use: CourseFileUse, bytes: Buffer) => probeCourseFile(use, readerOf(bytes), bytes.length)

describe('a video', () => {
  it('says its kind and its length, where it has one', async () => {
    expect(await probe('video', mp4(75.5))).toEqual({ ok: true, type: 'video/mp4', seconds: 75.5 })
    expect(await probe('video', webm(12.25))).toEqual({ ok: true, type: 'video/webm', seconds: 12.25 })
    expect(await probe('video', webm(undefined))).toEqual({ ok: true, type: 'video/webm', seconds: null })
    expect(await probe('video', ogg())).toEqual({ ok: true, type: 'video/ogg', seconds: null })
  })
  it('is none by its name alone, nor with sound alone, nor when its index is cut off', async () => {
    const not = { ok: false, fault: 'not_video', line: null }
    for (const bytes of [
      Buffer.from('<html>hello</html>'),
      pdf(),
      Buffer.from('GIF89a'),
      mp4(10, { handler: 'soun' }),
      mp4(10).subarray(0, 60),
      webm(10, 'matroska'),
      Buffer.alloc(0),
    ])
      expect(await probe('video', bytes)).toEqual(not)
  })
  it('that lies about its sizes is looked through in a moment, and never thrown over', async () => {
    const good = [mp4(20), webm(20), ogg()]
    await fc.assert(
      fc.asyncProperty(
        fc.nat(good.length - 1),
        fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        async (n, edits) => {
          const bytes = Buffer.from(good[n] ?? '')
          for (const [at, to] of edits) if (at < bytes.length) bytes[at] = to
          const verdict = await probe('video', bytes)
          if (verdict.ok && verdict.seconds !== null) expect(verdict.seconds).toBeGreaterThan(0)
        },
      ),
      { numRuns: some(1000) },
    )
  })
})

it('a document begins and ends as one, a caption file is read, and of a file nothing is asked', async () => {
  expect((await probe('pdf', pdf())).ok).toBe(true)
  expect(await probe('pdf', Buffer.from('<html>%PDF-1.4 %%EOF'))).toMatchObject({ fault: 'not_pdf' })
  expect(await probe('pdf', pdf().subarray(0, 40))).toMatchObject({ fault: 'not_pdf' })
  expect((await probe('captions', vtt())).ok).toBe(true)
  expect(await probe('captions', Buffer.from('WEBVTT\n\nno times here'))).toMatchObject({
    fault: 'not_captions',
    line: 3,
  })
  expect(await probe('captions', Buffer.from([0x57, 0xff, 0xfe]))).toMatchObject({ fault: 'not_captions' })
  expect((await probe('file', Buffer.from('anything'))).ok).toBe(true)
})
