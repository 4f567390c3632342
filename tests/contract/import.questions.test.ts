/** Questions and flag challenges through the plan: made with their sets and pictures, the same again, changed, refused, undone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unzipSync } from 'fflate'
import { workOnQuestions } from '#mock/areas/bank/usedQuestions.ts'
import { png } from '#tests/support/pictures.ts'
import { apply, type Files, holder, planned, undo, upload, zipped } from './support/import.ts'
import { type As, testServer, type TestServer } from './support/server.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer()
})
afterAll(() => s.close())

type Kind = 'questions' | 'flags'
async function plan(kind: Kind, name: string, bytes: Buffer, as: As = 'admin', set_id?: string) {
  const upload_id = await upload(s, bytes, as, name)
  const body = { upload_id, kind, ...(set_id === undefined ? {} : { set_id }) }
  const { id } = await s.ok('POST /imports', { body }, as)
  return planned(s, id, as)
}
const rows = async (id: string, verdict?: 'refused' | 'new' | 'changed' | 'same') =>
  (await s.ok('GET /imports/:id/rows', { params: { id }, query: { verdict } }, 'admin')).items

const moodle = (answer: string, name = 'Which flag?') =>
  Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><quiz>
<question type="category"><category><text>$course$/top/Networks/Routing</text></category></question>
<question type="multichoice"><name><text>${name}</text></name>
<questiontext format="html"><text><![CDATA[<p>Look: <img src="@@PLUGINFILE@@/a%20b.png" alt="sign"></p>]]></text>
<file name="a b.png" encoding="base64">${png(8, 8).toString('base64')}</file></questiontext>
<defaultgrade>2.0</defaultgrade><penalty>0.5</penalty><single>true</single>
<answer fraction="100"><text>${answer}</text></answer><answer fraction="0"><text>no</text></answer></question>
<question type="matching"><name><text>Pairs</text></name><questiontext><text>x</text></questiontext></question></quiz>`)

describe('questions of a file', () => {
  it.each(['table', 'gift', 'moodle-xml'] as const)(
    'that was written here as %s are all the same again, sets within sets among them',
    async (format) => {
      const set = async (name: string, parent_id: string | null) =>
        (await s.ok('POST /theory-sets', { body: { name, parent_id } as never }, 'admin')).id
      const outer = await set(`Outer ${format}`, null)
      const inner = await set(`Inner ${format}`, outer)
      // the same name elsewhere is another set
      const twin = await set(`Inner ${format}`, null)
      for (const [n, set_id] of [outer, inner, twin].entries()) {
        const options = ['a', 'b'].map((id) => ({ id, text: `${format} ${n} ${id}`, correct: id === 'a' }))
        const body = { title: `${format} ${n}`, stem: `Which of case ${n}?`, type: 'single', set_id, options }
        await s.ok('POST /theory-questions', { body: body as never }, 'admin')
      }
      const { raw } = await s.send('GET /theory-questions/file', { query: { format, q: format } }, 'admin')
      expect(raw.statusCode).toBe(200)
      const name = { table: 'all.csv', gift: 'all.gift', 'moodle-xml': 'all.xml' }[format]
      const p = await plan('questions', name, raw.rawPayload)
      expect(p.counts).toEqual({ new: 0, same: 6, changed: 0, duplicate: 0, refused: 0 })
    },
  )

  it('of a table are refused with all that is wrong with each', async () => {
    const table = [
      'set,type,title,options,answer,partial,score,difficulty',
      'Faults,single,,"One\nTwo",C,perhaps,many,odd',
      'Faults,true-false,Truth?,,perhaps,,many,',
    ]
    const p = await plan('questions', 'faults.csv', Buffer.from(table.join('\r\n')))
    const reasons = (await rows(p.id, 'refused')).map((r) => r.reasons.map((x) => `${x.path} ${x.rule}`).toSorted())
    expect(reasons).toEqual([
      ['difficulty one_of', 'options table_key', 'partial yes_or_no', 'score number', 'title length'],
      ['score number', 'truth yes_or_no'],
    ])
  })

  it('say in their plan what is not kept, by kind and of how many entries', async () => {
    const said = '::Parted:: Which? {=one#yes ~%50%two#nearly ~three}\n\n::Typed:: What? {=four#right =%50%five#half}\n'
    const noted = await plan('questions', 'noted.gift', Buffer.from(said))
    expect(noted.resources.flatMap((r) => r.notes ?? []).map((n) => [n.rows, n.first.rule])).toEqual([
      [1, 'note_weights'],
      [1, 'note_answer_feedback'],
      [1, 'note_part_answer'],
    ])
  })

  it('with the title of another that stands are new and say so, with its id for whoever may read it', async () => {
    const set_id = (await s.ok('POST /theory-sets', { body: { name: 'Namesakes' } as never }, 'admin')).id
    const body = { title: 'Twin', stem: 'Is the sky blue?', type: 'true-false', set_id, truth: true }
    const { id } = await s.ok('POST /theory-questions', { body: body as never }, 'admin')
    const file = '$CATEGORY: Namesakes\n\n::Twin:: Is grass green? {TRUE}\n\n::Lonely:: Is it? {TRUE}\n'
    const p = await plan('questions', 'twin.gift', Buffer.from(file))
    expect(p.counts).toMatchObject({ new: 2 })
    const fresh = await rows(p.id, 'new')
    expect(fresh.map((r) => [r.label, r.reasons])).toEqual([
      ['Twin', [{ path: '', rule: 'note_title', params: { name: 'Twin', id } }]],
      ['Lonely', []],
    ])
  })

  it('of a product that writes no way to a set go into the one set of that name', async () => {
    const set = async (name: string, parent_id: string | null) =>
      (await s.ok('POST /theory-sets', { body: { name, parent_id } as never }, 'admin')).id
    const lone = await set('Lone set', await set('Above it', null))
    const p = await plan('questions', 'one.gift', Buffer.from('$CATEGORY: Lone set\n\n::Lone:: Is it? {TRUE}\n'))
    expect(p.counts).toMatchObject({ new: 1, same: 1 })
    const done = (await apply(s, p)).body
    const [question] = (await s.ok('GET /theory-questions', { query: { q: 'Lone' } }, 'super')).items
    expect(question?.set_id).toBe(lone)
    await undo(s, done)
  })

  it('all go into the set that was chosen for them, whatever their file calls its sets', async () => {
    const { id: week } = await s.ok('POST /theory-sets', { body: { name: 'Week 7' } }, 'admin')
    const text = Buffer.from(
      '$CATEGORY: Elsewhere\n\n::Week A:: Is it? {TRUE}\n\n$CATEGORY: Another\n\n::Week B:: Was it? {TRUE}\n\n::Week A:: Is it? {TRUE}\n',
    )
    const p = await plan('questions', 'week.gift', text, 'admin', week)
    // neither set of the file is made, and what is twice in it is still twice
    expect(p.counts).toEqual({ new: 2, same: 0, changed: 0, duplicate: 1, refused: 0 })
    expect(p.set).toEqual({ id: week, name: 'Week 7' })
    const done = (await apply(s, p)).body
    expect(done.set).toEqual({ id: week, name: 'Week 7' })
    const { items } = await s.ok('GET /theory-questions', { query: { q: 'Week' } }, 'super')
    expect(items.map((q) => [q.title, q.set_id]).sort()).toEqual([
      ['Week A', week],
      ['Week B', week],
    ])
    const sets = await s.ok('GET /theory-sets', { query: { q: 'Elsewhere' } }, 'super')
    expect(sets.total).toBe(0)
    expect((await plan('questions', 'week.gift', text, 'admin', week)).counts).toMatchObject({ new: 0, same: 2 })
    await undo(s, done)

    // a set that is gone by the time it is applied is no place to write to
    const late = await plan('questions', 'week.gift', text, 'admin', week)
    await s.ok('DELETE /theory-sets/:id', { params: { id: week } }, 'admin')
    const call = { params: { id: late.id }, body: { digest: late.digest, on_duplicate: 'ask' as const } }
    expect((await s.call('POST /imports/:id/apply', call, 'admin')).problem.code).toBe('plan_changed')
  })

  it.each([
    ['no set', 'nobody', 'questions'],
    ['a set of another bank', 'flags', 'questions'],
    ['an import without sets', 'flags', 'resources'],
  ] as const)('into %s are refused before anything is read', async (_, which, kind) => {
    const { id } = await s.ok('POST /flag-sets', { body: { name: `Flags for ${kind} ${which} ${_}` } }, 'admin')
    const upload_id = await upload(s, moodle('yes'), 'admin', `${kind}-${which}.xml`)
    const body = { upload_id, kind, set_id: which === 'flags' ? id : 'nobody' }
    const answer = await s.call('POST /imports', { body }, 'admin')
    expect(answer.problem).toMatchObject({
      code: 'validation',
      details: { fields: [{ path: 'set_id', rule: 'unknown_reference' }] },
    })
  })

  it('come with their set and picture, are the same again, changed where they differ, and go with an undo', async () => {
    const p = await plan('questions', 'quiz.xml', moodle('yes'))
    expect(p.counts).toEqual({ new: 2, same: 0, changed: 0, duplicate: 0, refused: 1 })
    const [refused] = await rows(p.id, 'refused')
    expect(refused).toMatchObject({ label: 'Pairs', place: { file: 'quiz.xml', line: 8, index: 2 } })
    expect(refused?.reasons).toEqual([{ path: '', rule: 'question_type', params: { type: 'matching' } }])
    const fresh = await rows(p.id, 'new')
    expect(fresh.map((r) => r.resource)).toEqual(['theory-set', 'theory-question'])
    expect(fresh[1]?.reasons).toEqual([{ path: '', rule: 'note_penalty', params: { share: '50%' } }])

    const done = (await apply(s, p)).body
    expect(done.details).toEqual({ created: 2, overwritten: 0, skipped: 0 })
    const [question] = (await s.ok('GET /theory-questions', { query: { q: 'Which flag' } }, 'super')).items
    expect(question).toMatchObject({ set_name: 'Networks / Routing', score: 2, origin: 'moodle-xml', type: 'single' })
    const [, picture = ''] = /!\[sign\]\(\/pictures\/([\w.-]+)\)/.exec(question?.stem ?? '') ?? []
    expect((await s.send('GET /pictures/:id', { params: { id: picture } }, 'student')).status).toBe(200)

    expect((await plan('questions', 'quiz.xml', moodle('yes'))).counts).toEqual({
      new: 0,
      same: 2,
      changed: 0,
      duplicate: 0,
      refused: 1,
    })
    const other = await plan('questions', 'quiz.xml', moodle('certainly'))
    expect(other.counts).toMatchObject({ new: 0, same: 1, changed: 1 })
    const over = (await apply(s, other, 'overwrite')).body
    expect(over.details).toMatchObject({ overwritten: 1 })
    await undo(s, over)
    const undone = (await undo(s, done)).body
    // somebody's overwriting in between is a change since
    expect(undone.details).toMatchObject({ kept: { changed_since: 1, in_use: 1 } })
  })

  it('leave nothing behind when they are undone, pictures included', async () => {
    const done = (await apply(s, await plan('questions', 'once.xml', moodle('yes', 'Once only')))).body
    const undone = (await undo(s, done)).body
    expect(undone.details).toMatchObject({ removed: 1, kept: {} })
    expect((await s.ok('GET /theory-questions', { query: { q: 'Once only' } }, 'super')).total).toBe(0)
  })

  it('that somebody has worked with since stay, and a set that was practised', async () => {
    const done = (await apply(s, await plan('questions', 'worked.xml', moodle('yes', 'Worked with')))).body
    const { items } = await s.ok('GET /theory-questions', { query: { q: 'Worked with' } }, 'super')
    const id = items[0]?.id ?? ''
    await s.db.query(
      `insert into question_note (user_id, question_id, bank, title, text, find, version, at)
       values ('somebody', $1, 'theory', '', 'mine', '', 1, now())`,
      [id],
    )
    const foreseen = await s.ok('GET /imports/:id/undo', { params: { id: done.id } }, 'admin')
    expect(foreseen).toMatchObject({ removed: 0, kept: { worked_with: 1 }, first: [{ why: 'worked_with' }] })
    expect((await undo(s, done)).problem.code).toBe('nothing_undone')
    await s.db.query('delete from question_note where question_id = $1', [id])
    expect((await undo(s, done)).body.details).toMatchObject({ removed: 1, kept: {} })
  })

  it('are asked about in every table that has work with a question', async () => {
    /** Tables that are no work of somebody's, and why. */
    const none: Record<string, string> = {
      question_version: 'goes with the question',
      question_text: 'goes with the question',
      question_answers: 'counts, of answers that are asked about themselves',
      paper_question: 'asked about as papers are',
      course_question: 'asked about as papers are',
    }
    const { rows: tables } = await s.db.query<{ table: string }>(
      `select table_name as table from information_schema.columns where column_name = 'question_id' and table_schema = current_schema()`,
    )
    const asked = new Set<string>(workOnQuestions)
    expect(tables.map((r) => r.table).filter((table) => !asked.has(table) && !(table in none))).toEqual([])
  })

  it('brought to the challenges are one sentence that says what they are, and no row', async () => {
    const p = await plan('flags', 'quiz.xml', moodle('yes', 'Elsewhere'))
    expect(p).toMatchObject({
      state: 'failed',
      problem: 'archive_refused',
      details: { code: 'holds_questions' },
    })
  })

  it('whose picture names no file say so, with no empty end', async () => {
    const item = `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="Object">
      <responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier"><correctResponse><value>A</value></correctResponse></responseDeclaration>
      <itemBody><p>Look <object type="image/png"/> here</p><choiceInteraction responseIdentifier="RESPONSE" maxChoices="1">
      <simpleChoice identifier="A">yes</simpleChoice><simpleChoice identifier="B">no</simpleChoice></choiceInteraction></itemBody></assessmentItem>`
    const p = await plan('questions', 'item.xml', Buffer.from(item))
    const [row] = (await rows(p.id, 'new')).filter((r) => r.resource === 'theory-question')
    expect(row?.reasons).toEqual([{ path: '', rule: 'note_picture_nowhere' }])
  })

  it('may be taken while others are skipped, and nothing is written that was not chosen', async () => {
    const gift = Buffer.from('::One::1?{T}\n\n::Two::2?{F}\n')
    const p = await plan('questions', 'two.gift', gift)
    const two = (await rows(p.id, 'new')).find((r) => r.label === 'Two')
    const chosen = await s.ok(
      'PUT /imports/:id/choice',
      { params: { id: p.id }, body: { version: p.version, choice: 'skip', rows: [two?.n ?? 0] } },
      'admin',
    )
    expect((await apply(s, chosen)).body.details).toEqual({ created: 2, overwritten: 0, skipped: 1 })
    const { items } = await s.ok('GET /theory-questions', { query: { origin: ['gift'] } }, 'super')
    expect(items.map((q) => q.title)).toEqual(['One'])
  })
})

describe('flag challenges of a zip', () => {
  const challenge = (category: string, flag: string, name = 'Overflow') =>
    `name: ${name}\ncategory: ${category}\ndescription: go\nvalue: 100\ntype: standard\nflags:\n  - ${flag}\n`

  it('fold their categories into one set, keep an archive unopened, and tell no flag', async () => {
    const p = await plan(
      'flags',
      'ctf.zip',
      zipped({
        'a/challenge.yml': challenge('PWN', 'flag{one}'),
        'b/challenge.yml': `${challenge('pwn', 'flag{two}', 'Heap')}files: [dist.zip, my notes.txt, gone.txt]\n`,
        'b/my notes.txt': 'what it says',
        'b/dist.zip': zipped({ x: 'y' }),
      }),
    )
    expect(p.counts).toEqual({ new: 3, same: 0, changed: 0, duplicate: 0, refused: 0 })
    await apply(s, p)
    const { items } = await s.ok('GET /flag-challenges', { query: { origin: ['ctfcli'] } }, 'super')
    expect(new Set(items.map((c) => c.set_name))).toEqual(new Set(['Pwn']))
    const heap = items.find((c) => c.title === 'Heap')
    expect(heap?.attachments.map((f) => f.name)).toEqual(['dist.zip', 'my-notes.txt'])
    const { raw } = await s.send('GET /attachments/:id', { params: { id: heap?.attachments[1]?.file ?? '' } }, 'super')
    expect(raw.payload).toBe('what it says')
    expect((await rows(p.id, 'new')).flatMap((r) => r.reasons.map((x) => [x.rule, x.params]))).toEqual([
      ['note_file_missing', { name: 'gone.txt' }],
      ['note_file_name', { name: 'my notes.txt', kept: 'my-notes.txt' }],
    ])
    expect(heap?.flag).toEqual({
      kind: 'static',
      value: 'flag{two}',
      ignore_case: false,
    })

    const again = await plan('flags', 'ctf.zip', zipped({ 'a/challenge.yml': challenge('Pwn', 'flag{other}') }))
    const [row] = await rows(again.id, 'changed')
    expect(row?.difference).toEqual([{ field: 'flag', before: '••••', after: '••••' }])
    const stored = await s.db.query<{ data: unknown }>('select data from import_row where package_id = $1', [again.id])
    expect(JSON.stringify(stored.rows)).not.toContain('flag{')
    expect(
      (await plan('flags', 'ctf.zip', zipped({ 'a/challenge.yml': challenge('Pwn', 'flag{one}') }))).counts,
    ).toMatchObject({ same: 2 })
  })

  it('of one name stay apart by contest and year, also when everything is to be overwritten', async () => {
    const of = (year: number, more = '') => ({
      [`lactf-archive-main/${year}/misc/welcome/challenge.yml`]: challenge('misc', `lactf{${year}}`, 'Welcome').replace(
        'n: go',
        `n: Welcome to ${year}${more}`,
      ),
    })
    const flags = async () =>
      (await s.ok('GET /flag-challenges', { query: { q: 'Welcome' } }, 'super')).items
        .map((c) => `${'value' in c.flag ? c.flag.value : ''} ${c.stem}`)
        .sort()
    const take = async (name: string, files: Files) => {
      const p = await plan('flags', name, zipped(files))
      return (await apply(s, p, 'overwrite')).body
    }
    await take('lactf.zip', of(2023))
    expect((await take('lactf.zip', of(2024))).details).toMatchObject({ created: 1, overwritten: 0 })
    expect(await flags()).toEqual(['lactf{2023} Welcome to 2023', 'lactf{2024} Welcome to 2024'])
    // both years at once change nothing, and a mended text is of its year
    expect((await plan('flags', 'both.zip', zipped({ ...of(2023), ...of(2024) }))).counts).toMatchObject({
      new: 0,
      changed: 0,
      refused: 0,
    })
    expect((await take('lactf.zip', of(2023, '!'))).details).toMatchObject({ created: 0, overwritten: 1 })
    expect(await flags()).toEqual(['lactf{2023} Welcome to 2023!', 'lactf{2024} Welcome to 2024'])
    // nothing says the year: another flag and another text are another challenge, the same flag is the same
    const plainly = (flag: string, stem: string) => ({
      'misc/welcome/challenge.yml': challenge('misc', flag, 'Welcome').replace('n: go', `n: ${stem}`),
    })
    expect((await take('next.zip', plainly('lactf{next}', 'Hello'))).details).toMatchObject({
      created: 1,
      overwritten: 0,
    })
    expect((await take('next.zip', plainly('lactf{2024}', 'Hello again'))).details).toMatchObject({ overwritten: 1 })
    expect(await flags()).toEqual(['lactf{2023} Welcome to 2023!', 'lactf{2024} Hello again', 'lactf{next} Hello'])
  })

  it('of one name and contest with flags of their own are two, and the later one has the name of its folder too', async () => {
    const of = (folder: string, flag: string) => ({
      [`demo-ctf-2025/Crypto/${folder}/challenge.yml`]: challenge('Crypto', flag, 'K').replace('n: go', `n: ${flag}!`),
    })
    const both = zipped({ ...of('K', 'k{one}'), ...of('K-Revenge', 'k{two}'), ...of('copy', 'k{one}') })
    const p = await plan('flags', 'all.zip', both)
    expect(p.counts).toMatchObject({ duplicate: 1, refused: 0 })
    const fresh = (await rows(p.id, 'new')).filter((r) => r.resource === 'flag-challenge')
    expect(fresh.map((r) => [r.label, r.reasons])).toEqual([
      ['K', []],
      ['K (K-Revenge)', [{ path: '', rule: 'note_apart', params: { was: 'K', name: 'K (K-Revenge)' } }]],
    ])
    await apply(s, p)
    expect((await plan('flags', 'all.zip', both)).counts).toMatchObject({ new: 0, changed: 0, duplicate: 1 })
  })

  it('of one name and one flag come back from our own export as they are, contest and year included', async () => {
    const of = (year: number, value: number) => ({
      [`democtf-${year}/misc/feedback/challenge.yml`]: challenge('misc', 'f{thanks}', 'Feedback')
        .replace('n: go', `n: Thank you for ${year}`)
        .replace('value: 100', `value: ${value}`),
    })
    await apply(s, await plan('flags', 'all.zip', zipped({ ...of(2022, 10), ...of(2023, 20), ...of(2024, 30) })))
    const { items } = await s.ok('GET /flag-challenges', { query: { q: 'Feedback' } }, 'super')
    expect(items).toHaveLength(3)
    // two more are in no contest
    const { set_id = '', flag } = items[0] ?? {}
    for (const stem of ['By hand', 'By another hand']) {
      const body = { title: 'Feedback', stem, set_id, flag, score: 40 } as never
      await s.ok('POST /flag-challenges', { body }, 'super')
    }
    const { raw } = await s.send('GET /flag-challenges/file', { query: { q: 'Feedback' } }, 'super')
    const files = Object.entries(unzipSync(raw.rawPayload)).map(([, b]) => Buffer.from(b).toString())
    expect(files.map((f) => /event: (.*)/.exec(f)?.[1]).sort()).toEqual([
      'democtf 2022',
      'democtf 2023',
      'democtf 2024',
      undefined,
      undefined,
    ])
    const p = await plan('flags', 'challenges-2026.zip', raw.rawPayload)
    expect(p.counts).toEqual({ new: 0, same: 6, changed: 0, duplicate: 0, refused: 0 })
    // where they are not, they come as five, and a second time nothing comes
    const all = (await s.ok('GET /flag-challenges', { query: { q: 'Feedback' } }, 'super')).items
    for (const { id } of all) await s.ok('DELETE /flag-challenges/:id', { params: { id } }, 'super')
    const again = await plan('flags', 'challenges-2026.zip', raw.rawPayload)
    expect(again.counts).toMatchObject({ new: 5, same: 1 })
    await apply(s, again)
    expect((await plan('flags', 'challenges-2026.zip', raw.rawPayload)).counts).toMatchObject({ new: 0, same: 6 })
  })

  it('are there for those who keep their bank only', async () => {
    const keeper = await holder(s, 'theory-bank')
    const p = await plan('flags', 'ctf.zip', zipped({ 'a/challenge.yml': challenge('Pwn', 'flag{x}', 'Mine') }))
    expect((await s.call('GET /imports/:id', { params: { id: p.id } }, keeper)).problem.code).toBe('not_found')
    expect((await s.call('GET /imports', { query: { kind: 'flags' } }, keeper)).status).toBe(403)
    expect((await s.call('GET /imports', { query: { kind: 'questions' } }, keeper)).status).toBe(200)
  })
})

describe('a bank as a file', () => {
  it('has the questions that were chosen, or those that the filters show', async () => {
    const { items } = await s.ok('GET /theory-questions', {}, 'super')
    const [one] = items
    const text = async (query: object) =>
      (await s.send('GET /theory-questions/file', { query: { format: 'gift', ...query } as never }, 'super')).raw
        .payload
    const titles = (gift: string) => [...gift.matchAll(/^::(.*?)::/gm)].map((m) => m[1])
    expect(titles(await text({ ids: [one?.id] }))).toEqual([one?.title])
    const found = await s.ok('GET /theory-questions', { query: { type: ['true-false'], page_size: 100 } }, 'super')
    expect(found.total).toBeGreaterThan(0)
    expect(found.total).toBeLessThan(items.length)
    expect(titles(await text({ type: ['true-false'] })).toSorted()).toEqual(found.items.map((q) => q.title).toSorted())
  })

  it('comes back as the same bank, flags and pictures included', async () => {
    for (const [format, name] of [
      ['moodle-xml', 'q.xml'],
      ['gift', 'q.gift'],
      ['table', 'q.csv'],
    ] as const) {
      const { raw } = await s.send('GET /theory-questions/file', { query: { format } }, 'super')
      const p = await plan('questions', name, raw.rawPayload)
      expect([p.counts.new, p.counts.refused], format).toEqual([0, 0])
    }
    const { raw } = await s.send('GET /flag-challenges/file', {}, 'super')
    const p = await plan('flags', 'all.zip', raw.rawPayload)
    expect([p.counts.new, p.counts.changed, p.counts.refused]).toEqual([0, 0, 0])
    expect((await s.call('GET /flag-challenges/file', {}, 'student')).status).toBe(403)
  })
})

describe('two plans that file under the same new set', () => {
  const one = (title: string) => Buffer.from(`$CATEGORY: Planned twice\n\n::${title}:: Is it? {TRUE}\n`)
  const sets = async () =>
    (await s.ok('GET /theory-sets', { query: { q: 'Planned twice' } }, 'super')).items.map((set) => set.id)

  it('are both written as they were shown: the second joins the set of the first', async () => {
    const [first, second] = [
      await plan('questions', 'first.gift', one('Comes first')),
      await plan('questions', 'second.gift', one('Comes second')),
    ]
    expect(second.counts.new).toBe(2)
    expect((await apply(s, first)).status).toBe(200)
    const joined = await apply(s, second)
    expect([joined.status, joined.body.details]).toMatchObject([200, { created: 1, overwritten: 0 }])
    const [set, ...others] = await sets()
    expect(others).toEqual([])
    const { items } = await s.ok('GET /theory-questions', { query: { q: 'Comes second' } }, 'super')
    expect(items.map((q) => q.set_id)).toEqual([set])
    // the set goes with whoever made it, and not before the question of the other
    expect((await undo(s, joined.body)).body.details).toMatchObject({ removed: 1 })
    expect(await sets()).toEqual([set])
  })

  it('are looked at again where more than the set has come', async () => {
    const [first, second] = [
      await plan('questions', 'third.gift', Buffer.from('$CATEGORY: Planned again\n\n::Same one:: Is it? {TRUE}\n')),
      await plan('questions', 'fourth.gift', Buffer.from('$CATEGORY: Planned again\n\n::Same one:: Is it? {TRUE}\n')),
    ]
    await apply(s, first)
    expect((await apply(s, second)).problem.code).toBe('plan_changed')
  })
})

describe('who sees what is new', () => {
  const audienceOf = async (title: string) => {
    const [q] = (await s.ok('GET /theory-questions', { query: { q: title } }, 'super')).items
    return s.ok('GET /theory-questions/:id/audience', { params: { id: q?.id ?? '' } }, 'super')
  }
  const choose = (p: { id: string; version: number }, body: object) =>
    s.send(
      'PUT /imports/:id/audience',
      {
        params: { id: p.id },
        body: { all: false, orgs: [], roles: [], teams: [], users: [], version: p.version, ...body },
      },
      'admin',
    )
  const one = (title: string) => Buffer.from(`::${title}:: Is it? {TRUE}\n`)

  it('is nobody until somebody chooses, and the plan says so', async () => {
    const p = await plan('questions', 'unseen.gift', one('Unseen one'))
    expect(p.audience).toEqual({ all: false, orgs: [], roles: [], teams: [], users: [] })
    expect(p.can).toContain('audience')
    await apply(s, p)
    expect(await audienceOf('Unseen one')).toMatchObject({ all: false, roles: [] })
  })

  it('is chosen for a plan, and written with it', async () => {
    const [role] = (await s.ok('GET /roles/options', { query: { page_size: 200 } }, 'super')).items
    const p = await plan('questions', 'roles.gift', one('For a role'))
    expect((await choose(p, { roles: ['no-such-role'] })).problem.code).toBe('validation')
    const chosen = (await choose(p, { roles: [role?.id] })).body as typeof p
    expect([chosen.digest, chosen.audience?.roles]).toEqual([p.digest, [role?.id]])
    expect((await choose(p, { all: true })).problem.code).toBe('stale_version')
    expect((await apply(s, chosen)).status).toBe(200)
    expect(await audienceOf('For a role')).toMatchObject({ all: false, roles: [role?.id] })
  })

  it('is chosen for what was written, which can be undone all the same', async () => {
    const done = (await apply(s, await plan('questions', 'later.gift', one('Opened later')))).body
    const open = (await choose(done, { all: true })).body as typeof done
    expect(open.audience?.all).toBe(true)
    expect(await audienceOf('Opened later')).toMatchObject({ all: true })
    const back = await undo(s, open)
    expect([back.status, back.body.details]).toEqual([200, expect.objectContaining({ removed: 2, kept: {} })])
    expect((await choose(back.body, { all: true })).problem.code).toBe('not_allowed_in_state')
  })

  it('is everybody for tools, as ever, and nothing is said of people', async () => {
    const upload_id = await upload(
      s,
      zipped({
        'networking.json': JSON.stringify({
          tools: [{ name: 'Seen scan', description: 'x', website: 'https://a.example' }],
        }),
      }),
    )
    const { id } = await s.ok('POST /imports', { body: { upload_id } }, 'admin')
    expect((await planned(s, id)).audience).toMatchObject({ all: true })
  })
})
