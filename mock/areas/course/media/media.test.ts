/** Video and documents of lessons, on a whole server that listens: brought, named, loaded by tickets, watched, noted and gone. */
import fs from 'node:fs'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mediaLimits } from '#src/contract/course/media.ts'
import { sweepOne } from '#mock/db/due.ts'
import { dueHandlers } from '#mock/due.ts'
import type { LivePlatform } from '#mock/platform.ts'
import { authorise, layCourse, publishCourse, text, writeLessons } from '#tests/support/course.ts'
import { mp4, pdf, sendCourseFile, vtt, webm } from '#tests/support/media.ts'
import { type As, testServer, type TestServer } from '#tests/contract/support/server.ts'
import { attachmentFile } from '../../bank/attachment/store.ts'

let s: TestServer
let origin = ''
const logged: string[] = []
beforeAll(async () => {
  const log = (fields: object, message: string) => void logged.push(JSON.stringify({ ...fields, message }))
  s = await testServer({ cheapPasswords: true, log: { info: log, warn: log, error: log } })
  await s.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(s.app.server.address() as AddressInfo).port}`
  await s.setting('store.watermark', 0)
})
afterAll(() => s.close())

const code = (reply: { status: number; problem: { code: string } }) => [reply.status, reply.problem.code]
type File = Awaited<ReturnType<typeof sendCourseFile>>
const seconds = 100
interface Laid {
  id: string
  video: File
}
/** A course with one lesson: a text, and a video that is done when nine tenths are watched; a second lesson opens after it. */
async function layVideo(more: object = {}, section: object = {}): Promise<Laid> {
  const id = await layCourse(s, {
    lessons: [{ id: 'l0', sections: [{ id: 's0', content: text('Hello') }] }],
    publish: false,
  })
  const video = await sendCourseFile(s, id, { use: 'video', name: 'clip.mp4', bytes: mp4(seconds, { padding: 5000 }) })
  const content = { kind: 'video' as const, video: { ...video, seconds: 0 }, ...more }
  await writeLessons(s, id, [
    { id: 'l1', sections: [{ id: 'v1', share: 0.9, content, ...section }] },
    { id: 'l2', after: 'l1', sections: [{ id: 's2', content: text('Second') }] },
  ])
  await publishCourse(s, id)
  return { id, video }
}
const join = (id: string, as: As = 'student') =>
  s.ok('POST /learning/courses/:id/join', { params: { id }, body: {} }, as)
const askTicket = (id: string, section: string, file: string, as: As = 'student', held?: string, query: object = {}) =>
  s.call(
    'POST /learning/courses/:id/sections/:section/ticket',
    { params: { id, section }, query, body: { file, ...(held === undefined ? {} : { ticket: held }) } },
    as,
  )
const ticketOf = async (id: string, section: string, file: string, as: As = 'student') => {
  const reply = await askTicket(id, section, file, as)
  expect(reply.status).toBe(200)
  return reply.body
}
const load = (address: string, init: RequestInit = {}) => fetch(`${origin}/api/mg/api${address}`, init)
const range = (address: string, bytes: string) => load(address, { headers: { range: `bytes=${bytes}` } })
const say = (id: string, ticket: string, seen: [number, number][], place = 0, as: As = 'student', section = 'v1') =>
  s.call(
    'POST /learning/courses/:id/sections/:section/watched',
    { params: { id, section }, body: { ticket, place, seen } },
    as,
  )
const lessonOf = (id: string, lesson = 'l1', as: As = 'student', query: object = {}) =>
  s.ok('GET /learning/courses/:id/lessons/:lesson', { params: { id, lesson }, query }, as)
const settled = () => (s.platform as LivePlatform).settled()
const sweep = async () => {
  while ((await sweepOne(s.db, dueHandlers(s.platform), s.platform.now)) === 'done');
  await settled()
}
const kept = (file: string) => fs.existsSync(attachmentFile(s.platform.files, file))

describe('a file of a lesson', () => {
  it('is taken by its end and its size, and is what it is by what is inside', async () => {
    const id = await layCourse(s, { lessons: [], publish: false, found: { users: [] } })
    const announce = (use: 'video' | 'pdf', name: string, size: number, as: As = 'super') =>
      s.call('POST /courses/:id/files', { params: { id }, body: { use, name, size } }, as)
    expect(code(await announce('video', 'clip.exe', 5))).toEqual([415, 'unsupported_type'])
    expect(code(await announce('video', 'clip.mp4', 2 ** 30 + 1))).toEqual([413, 'too_large'])
    expect(code(await announce('pdf', 'a.pdf', 50 * 2 ** 20 + 1))).toEqual([413, 'too_large'])
    expect((await announce('video', 'clip.mp4', 5, 'student')).status).toBe(403)
    const stateOf = (file: string) => s.ok('GET /courses/:id/files/:file', { params: { id, file } }, 'super')
    const good = await sendCourseFile(s, id, { use: 'video', name: 'a.webm', bytes: webm(undefined) })
    expect(await stateOf(good.file)).toMatchObject({ state: 'here', type: 'video/webm', seconds: null, fault: null })
    const bad = await sendCourseFile(s, id, { use: 'video', name: 'b.mp4', bytes: Buffer.from('<html>') })
    expect(await stateOf(bad.file)).toMatchObject({ state: 'refused', fault: 'not_video' })
    expect(kept(bad.file), 'nothing of it is kept').toBe(false)
    const words = await sendCourseFile(s, id, { use: 'captions', name: 'c.vtt', bytes: Buffer.from('WEBVTT\n\nno') })
    expect(await stateOf(words.file)).toMatchObject({ state: 'refused', fault: 'not_captions', line: 3 })
  })

  it('that has not come, is for something else, or is of another course cannot be named', async () => {
    const { id, video } = await layVideo()
    const other = await layCourse(s, {
      lessons: [{ id: 'l1', sections: [{ id: 'v1', content: { kind: 'video' } }] }],
      publish: false,
    })
    const document = await sendCourseFile(s, other, { use: 'pdf', name: 'a.pdf', bytes: pdf() })
    const waiting = await s.ok(
      'POST /courses/:id/files',
      { params: { id: other }, body: { use: 'video', name: 'w.mp4', size: 9 } },
      'super',
    )
    for (const file of [video, document, waiting]) {
      const { version } = await s.ok(
        'GET /courses/:id/sections/:section',
        { params: { id: other, section: 'v1' } },
        'super',
      )
      const body = { content: { kind: 'video' as const, video: { ...file, seconds: 5 } }, version }
      const reply = await s.call(
        'PUT /courses/:id/sections/:section',
        { params: { id: other, section: 'v1' }, body },
        'super',
      )
      expect(reply.problem.details?.['fields']).toEqual([{ path: 'content.video', rule: 'unknown_file' }])
    }
    const { content } = await s.ok('GET /courses/:id/sections/:section', { params: { id, section: 'v1' } }, 'super')
    expect(content, 'how long it is, it says itself').toMatchObject({ video: { seconds, name: 'clip.mp4' } })
  })

  it('stays with its course and with a copy of it, and goes with the last', async () => {
    const { id, video } = await layVideo()
    const copy = await s.ok('POST /courses/:id/copy', { params: { id } }, 'super')
    await s.ok('DELETE /courses/:id', { params: { id } }, 'super')
    s.clock.advance(25 * 3600)
    const fresh = await layCourse(s, { lessons: [], publish: false, found: { users: [] } })
    const touch = () =>
      s.ok('POST /courses/:id/files', { params: { id: fresh }, body: { use: 'file', name: 'x.txt', size: 1 } }, 'super')
    await touch()
    await sweep()
    expect(kept(video.file), 'the copy has it').toBe(true)
    await s.ok('DELETE /courses/:id', { params: { id: copy.id } }, 'super')
    await touch()
    await sweep()
    expect(kept(video.file), 'it may be put back').toBe(true)
    await s.ok('POST /courses/restore', { body: { ids: [copy.id] } }, 'super')
    s.clock.advance(25 * 3600)
    await touch()
    await sweep()
    expect(kept(video.file), 'it was put back').toBe(true)
    await s.ok('DELETE /courses/:id', { params: { id: copy.id } }, 'super')
    s.clock.advance(25 * 3600)
    await touch()
    await sweep()
    expect(kept(video.file)).toBe(false)
  })
})

describe('a ticket', () => {
  it('loads the file it is for, in ranges, and nothing without it', async () => {
    const { id, video } = await layVideo()
    await join(id)
    const { address } = await ticketOf(id, 'v1', video.file)
    const whole = await load(address)
    expect([whole.status, whole.headers.get('content-type'), whole.headers.get('accept-ranges')]).toEqual([
      200,
      'video/mp4',
      'bytes',
    ])
    const bytes = Buffer.from(await whole.arrayBuffer())
    expect(bytes.length).toBe(video.size)
    const part = await range(address, '10-19')
    expect([part.status, part.headers.get('content-range'), part.headers.get('content-length')]).toEqual([
      206,
      `bytes 10-19/${video.size}`,
      '10',
    ])
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(10, 20))
    const tail = await range(address, '-5')
    expect(Buffer.from(await tail.arrayBuffer())).toEqual(bytes.subarray(-5))
    const beyond = await range(address, `${video.size}-`)
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${video.size}`])
    const head = await load(address, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), (await head.arrayBuffer()).byteLength]).toEqual([
      200,
      String(video.size),
      0,
    ])
    const [bare = ''] = address.split('?')
    for (const wrong of [
      bare,
      `${bare}?ticket=`,
      `${bare}?ticket=${'x'.repeat(43)}`,
      address.replace(video.file, 'other'),
    ])
      expect((await load(wrong)).status).toBe(404)
    const { ticket } = await ticketOf(id, 'v1', video.file)
    expect(logged.some((line) => line.includes(ticket) || line.includes(bare.slice(-20)))).toBe(false)
    const { rows } = await s.db.query<{ n: number }>(
      `select count(*)::integer as n from audit a where to_jsonb(a)::text like '%' || $1 || '%'`,
      [ticket],
    )
    expect(rows[0]?.n).toBe(0)
  })

  it('is good for minutes unless it is renewed, and keeps its address then', async () => {
    const { id, video } = await layVideo()
    await join(id)
    const { ticket, address } = await ticketOf(id, 'v1', video.file)
    s.clock.advance(mediaLimits.ticket - 20)
    const renewed = await askTicket(id, 'v1', video.file, 'student', ticket)
    expect([renewed.body.ticket, renewed.body.address]).toEqual([ticket, address])
    s.clock.advance(mediaLimits.ticket - 20)
    expect((await load(address)).status).toBe(200)
    s.clock.advance(40)
    expect((await load(address)).status).toBe(404)
    const late = await askTicket(id, 'v1', video.file, 'student', ticket)
    expect([late.status, late.body.ticket === ticket], 'one that has ended is not renewed').toEqual([200, false])
  })

  it('goes on under another session of the same person, at the same address; nobody else renews it', async () => {
    const { id, video } = await layVideo()
    const { token } = (await s.signIn('student')).body
    await join(id, { token })
    await join(id, 'teacher')
    const first = await ticketOf(id, 'v1', video.file, { token })
    await s.ok('DELETE /session', {}, { token })
    const next = { token: (await s.signIn('student')).body.token }
    const theirs = await askTicket(id, 'v1', video.file, 'teacher', first.ticket)
    expect(theirs.body.ticket).not.toBe(first.ticket)
    expect((await load(first.address)).status).toBe(404)
    const renewed = await askTicket(id, 'v1', video.file, next, first.ticket)
    expect([renewed.body.ticket, renewed.body.address]).toEqual([first.ticket, first.address])
    expect((await load(first.address)).status).toBe(200)
    expect((await say(id, first.ticket, [[0, 1]], 1, next)).status).toBe(200)
  })

  it('dies with the session, with the right to the course, and with what the edition shows', async () => {
    const { id, video } = await layVideo()
    const { token } = (await s.signIn('student')).body
    await join(id, { token })
    const first = await ticketOf(id, 'v1', video.file, { token })
    expect((await load(first.address)).status).toBe(200)
    await s.ok('DELETE /session', {}, { token })
    expect((await load(first.address)).status, 'signed out').toBe(404)

    const second = await ticketOf(id, 'v1', video.file)
    await authorise(s, id, { users: ['user-super'] })
    expect((await load(second.address)).status, 'not authorised any more').toBe(404)
    await authorise(s, id)
    expect((await load(second.address)).status).toBe(200)
    const { version } = await s.ok('GET /courses/:id/sections/:section', { params: { id, section: 'v1' } }, 'super')
    const other = await sendCourseFile(s, id, { use: 'video', name: 'new.mp4', bytes: mp4(50) })
    await s.ok(
      'PUT /courses/:id/sections/:section',
      {
        params: { id, section: 'v1' },
        body: { content: { kind: 'video', video: { ...other, seconds: 0 } }, version },
      },
      'super',
    )
    expect((await load(second.address)).status, 'what is written is shown to nobody').toBe(200)
    expect((await askTicket(id, 'v1', other.file)).status).toBe(404)
    await publishCourse(s, id)
    expect((await load(second.address)).status, 'another edition shows another').toBe(404)
  })

  it('is for whoever the lesson is open to, and in a preview for whoever may change it', async () => {
    const { id, video } = await layVideo()
    expect(code(await askTicket(id, 'v1', video.file))).toEqual([409, 'join_first'])
    await join(id)
    expect((await askTicket(id, 'v1', 'no-such-file')).status).toBe(404)
    expect((await askTicket(id, 'v1', video.file, 'student', undefined, { preview: true })).status).toBe(404)
    const preview = await askTicket(id, 'v1', video.file, 'super', undefined, { preview: true })
    expect((await load(preview.body.address)).status).toBe(200)
    const { rows } = await s.db.query(`select 1 from course_watched where course_id = $1 and user_id <> $2`, [id, 'x'])
    expect(rows, 'nothing is kept of a preview').toEqual([])
  })
})

describe('watching', () => {
  it('is counted once, comes back on any device, and ends the section and the course', async () => {
    const { id, video } = await layVideo()
    await join(id)
    const { ticket } = await ticketOf(id, 'v1', video.file)
    s.clock.advance(10)
    expect((await say(id, ticket, [[0, 10]], 10)).body).toEqual({ seconds: 10, done: false, completed: false })
    expect((await say(id, ticket, [[0, 10]], 10)).body.seconds, 'the same once more').toBe(10)
    s.clock.advance(30)
    // a late one, and one that goes back
    expect((await say(id, ticket, [[30, 40]], 40)).body.seconds).toBe(20)
    expect((await say(id, ticket, [[10, 30]], 33.5)).body.seconds).toBe(40)
    const { sections } = await lessonOf(id)
    expect(sections[0]?.content).toMatchObject({
      kind: 'video',
      watched: [{ file: video.file, seen: [[0, 40]], place: 33.5 }],
    })
    s.clock.advance(60)
    expect((await say(id, ticket, [[40, 89]], 89)).body.done).toBe(false)
    const end = await say(id, ticket, [[89, 90]], 90)
    expect(end.body).toMatchObject({ seconds: 90, done: true })
    const after = await lessonOf(id)
    expect(after.sections[0]?.done_at).not.toBeNull()
    expect((await lessonOf(id, 'l2')).sections.length, 'the next lesson has opened').toBe(1)
    const again = await say(id, ticket, [[90, 100]], 100)
    expect(again.body, 'done is said once').toMatchObject({ seconds: 100, done: false })
  })

  it('of an hour in a minute is not believed', async () => {
    const { id, video } = await layVideo()
    await join(id)
    const { ticket } = await ticketOf(id, 'v1', video.file)
    s.clock.advance(20)
    const { body } = await say(id, ticket, [[0, 100]], 100)
    expect(body).toEqual({ seconds: 45, done: false, completed: false })
    expect((await lessonOf(id)).sections[0]?.content, 'where they are is kept all the same').toMatchObject({
      watched: [{ place: 100 }],
    })
  })

  it('is reported with one’s own ticket of that section alone', async () => {
    const { id, video } = await layVideo()
    await join(id)
    await join(id, 'teacher')
    const { ticket } = await ticketOf(id, 'v1', video.file)
    const over = [409, 'media_ticket_over']
    expect(code(await say(id, ticket, [[0, 1]], 1, 'teacher'))).toEqual(over)
    expect(code(await say(id, 'x'.repeat(43), [[0, 1]]))).toEqual(over)
    const other = await layVideo()
    await join(other.id)
    expect(code(await say(other.id, ticket, [[0, 1]]))).toEqual(over)
    s.clock.advance(mediaLimits.ticket + 1)
    expect(code(await say(id, ticket, [[0, 1]]))).toEqual(over)
    expect((await say(id, ticket, [[5, 1]] as [number, number][])).status).toBe(409)
  })

  it('is not said to be done by hand, but ticked where that is the rule', async () => {
    const { id } = await layVideo()
    await join(id)
    const done = (of: string) =>
      s.call(
        'POST /learning/courses/:id/sections/:section/done',
        { params: { id: of, section: 'v1' }, body: { revision: 1 } },
        'student',
      )
    expect(code(await done(id))).toEqual([409, 'not_allowed_in_state'])
    const ticked = await layVideo({}, { rule: 'ticked' })
    await join(ticked.id)
    expect((await done(ticked.id)).status).toBe(200)
  })
})

it('files that were announced and not sent have a bound', async () => {
  const id = await layCourse(s, { lessons: [{ id: 'l1', sections: [{ id: 's1', content: text('Hello') }] }] })
  const announce = () =>
    s.call('POST /courses/:id/files', { params: { id }, body: { use: 'file', name: 'big.zip', size: 10 } }, 'super')
  const { rows } = await s.db.query<{ n: number }>(
    `select count(*)::integer as n from attachment a join course_file f on f.attachment_id = a.id where a.state = 'waiting'`,
  )
  for (let n = rows[0]?.n ?? 0; n < mediaLimits.announced; n++) expect((await announce()).status).toBe(200)
  expect(code(await announce())[1]).toBe('uploads_at_once')
  s.clock.advance(25 * 3600)
  expect((await announce()).status, 'what never came is gone after a day').toBe(200)
})

describe('whoever may not learn there any more', () => {
  it('has nothing counted on a ticket from before, and writes no note anew; what they wrote they may remove', async () => {
    const noted = async (id: string) =>
      (
        await s.ok(
          'POST /learning/courses/:id/sections/:section/notes',
          { params: { id, section: 'v1' }, body: { text: 'Mine', place: 3 } },
          'student',
        )
      ).id
    const takings: ((id: string) => Promise<unknown>)[] = [
      (id) => s.ok('POST /learning/courses/:id/leave', { params: { id }, body: {} }, 'student'),
      async (id) => {
        const { version } = await s.ok('GET /courses/:id', { params: { id } }, 'super')
        const nobody = { all: false, orgs: [], roles: [], users: [], teams: [], version }
        await s.ok('PUT /courses/:id/audience', { params: { id }, body: nobody as never }, 'super')
      },
    ]
    for (const take of takings) {
      const { id, video } = await layVideo()
      await join(id)
      const { ticket } = await ticketOf(id, 'v1', video.file)
      const note = await noted(id)
      s.clock.advance(10)
      expect((await say(id, ticket, [[0, 5]])).status).toBe(200)
      await take(id)
      s.clock.advance(10)
      expect(code(await say(id, ticket, [[5, 10]]))[1]).toBe('media_ticket_over')
      const write = (words: string) =>
        s.call('PUT /learning/notes/:id', { params: { id: note }, body: { text: words, version: 1 } }, 'student')
      expect(['join_first', 'not_authorized_yet']).toContain(code(await write('Written anew'))[1])
      expect((await write('')).status).toBe(200)
    }
  })
})

describe('documents, captions, files and notes', () => {
  it('are there for whoever the lesson is open to; a document is downloaded where that was allowed', async () => {
    const id = await layCourse(s, { lessons: [], publish: false })
    const words = await sendCourseFile(s, id, { use: 'captions', name: 'c.vtt', bytes: vtt('CANARY-CAPTION') })
    const clip = await sendCourseFile(s, id, { use: 'video', name: 'c.mp4', bytes: mp4(5) })
    const free = await sendCourseFile(s, id, { use: 'pdf', name: 'free.pdf', bytes: pdf() })
    const only = await sendCourseFile(s, id, { use: 'pdf', name: 'only.pdf', bytes: pdf(2) })
    const slides = await sendCourseFile(s, id, { use: 'file', name: '实验.pptx', bytes: Buffer.from('CANARY-FILE') })
    await writeLessons(s, id, [
      { id: 'l0', sections: [{ id: 's0', content: text('First') }] },
      {
        id: 'l1',
        after: 'l0',
        files: [slides],
        sections: [
          {
            id: 'v',
            content: { kind: 'video', video: { ...clip, seconds: 0 }, captions: [{ ...words, language: 'en-US' }] },
          },
          { id: 'd', content: { kind: 'document', pdf: free, download: true } },
          { id: 'o', content: { kind: 'document', pdf: only } },
        ],
      },
    ])
    await publishCourse(s, id)
    const captions = () =>
      s.call(
        'GET /learning/courses/:id/sections/:section/captions/:file',
        { params: { id, section: 'v', file: words.file } },
        'student',
      )
    const take = (file: string) => s.call('GET /learning/courses/:id/files/:file', { params: { id, file } }, 'student')
    expect([code(await captions()), code(await take(slides.file))]).toEqual([
      [409, 'join_first'],
      [409, 'join_first'],
    ])
    await join(id)
    expect([code(await captions()), code(await take(slides.file)), code(await askTicket(id, 'd', free.file))]).toEqual([
      [409, 'lesson_closed'],
      [409, 'lesson_closed'],
      [409, 'lesson_closed'],
    ])
    await s.ok(
      'POST /learning/courses/:id/sections/:section/done',
      { params: { id, section: 's0' }, body: { revision: 1 } },
      'student',
    )
    // which of them somebody reads goes with them, and is nobody else's
    expect((await lessonOf(id)).captions).toBeNull()
    for (const language of ['', 'zh-CN'] as const) {
      await s.ok('PUT /learning/captions', { body: { language } }, 'student')
      expect((await lessonOf(id)).captions).toBe(language)
    }
    expect((await captions()).body).toEqual({ cues: [{ from: 1, to: 3, text: 'CANARY-CAPTION' }] })
    const got = await take(slides.file)
    expect([got.status, got.raw.payload, got.headers['content-disposition']]).toEqual([
      200,
      'CANARY-FILE',
      expect.stringContaining('attachment'),
    ])
    expect((await take(free.file)).status).toBe(200)
    expect((await take(only.file)).status, 'to be read here alone').toBe(404)
    expect((await take(clip.file)).status, 'a video is watched').toBe(404)
    const { address } = await ticketOf(id, 'o', only.file)
    expect((await load(address)).headers.get('content-type')).toBe('application/pdf')
    expect((await askTicket(id, 'v', words.file)).status, 'captions need no ticket').toBe(404)
    const lesson = await lessonOf(id)
    expect(lesson.files.map((f) => f.name)).toEqual(['实验.pptx'])
  })

  it('notes are their writer’s own, lie in the order of the lesson, and are written anew by whoever read them last', async () => {
    const { id } = await layVideo()
    await join(id)
    const add = (words: string, place: number | null, as: As = 'student') =>
      s.call(
        'POST /learning/courses/:id/sections/:section/notes',
        { params: { id, section: 'v1' }, body: { text: words, place } },
        as,
      )
    expect(code(await add('Mine', 1, 'teacher'))).toEqual([409, 'join_first'])
    const late = await add('CANARY-NOTE late', 40)
    await add('Whole', null)
    await add('Early', 2.5)
    const list = async (as: As = 'student') =>
      (await s.ok('GET /learning/courses/:id/lessons/:lesson/notes', { params: { id, lesson: 'l1' } }, as)).items
    expect((await list()).map((n) => [n.text, n.place])).toEqual([
      ['Whole', null],
      ['Early', 2.5],
      ['CANARY-NOTE late', 40],
    ])
    await join(id, 'teacher')
    expect(await list('teacher')).toEqual([])
    const put = (version: number, words: string, as: As = 'student') =>
      s.call('PUT /learning/notes/:id', { params: { id: late.body.id }, body: { text: words, version } }, as)
    expect((await put(1, 'Taken over', 'teacher')).status).toBe(404)
    expect((await put(1, 'Better')).body.note).toMatchObject({ text: 'Better', version: 2, place: 40 })
    expect(code(await put(1, 'Older'))).toEqual([409, 'stale_version'])
    expect((await put(2, '')).body.note).toBeNull()
    expect((await list()).map((n) => n.text)).toEqual(['Whole', 'Early'])
  })
})
