/**
 * Courses with their lessons. A course is told by what its file calls it, so that it may be renamed here; a lesson by its course and its own id,
 * which its format makes of what the file calls it. What a file says as it did when it was imported last changes nothing; what it says otherwise
 * goes over what nobody here changed since, and is asked about where somebody did.
 */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { belongings } from '#mock/areas/course/course.ts'
import {
  beginOutline,
  canonicalDigest,
  learntLessons,
  lessonStore,
  withLessons,
  writtenOf,
} from '#mock/areas/course/imported.ts'
import { openedText, sealedLab } from '#mock/areas/course/lab/content.ts'
import { courseHolder } from '#mock/areas/course/media/named.ts'
import { forgetFinders } from '#mock/areas/course/finders.ts'
import { releaseFiles } from '#mock/areas/bank/attachment/store.ts'
import { picturesIn, releasePictures } from '#mock/areas/bank/pictures.ts'
import { flagKeys } from '#mock/areas/bank/flag/seal.ts'
import { documents, type Hand } from '#mock/crud/documents.ts'
import { fold } from '#mock/crud/fold.ts'
import { freeRowName, isTaken } from '#mock/crud/freeName.ts'
import { type Data, tableOf } from '#mock/crud/shape.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { SectionContent } from '#src/contract/course/outline.schema.ts'
import { limits } from '#src/contract/limits.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import { isRecord } from '#src/contract/lib/typed.ts'
import { placeRef } from '../../formats/course/ref.ts'
import type { Importable } from './importable.ts'
import { ImportedLesson, lessonFields, lessonRowId } from './lesson.ts'
import { normalisedText, omitFields } from './questions.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const docs = documents('course')
/** What a file says of a course itself. */
const said = [
  'name',
  'description',
  'language',
  'translation',
  'difficulty',
  'credit',
  'kind',
  'knowledge',
  'skills',
  'certificate',
] as const
const own = (data: Data): Data => Object.fromEntries(said.map((f) => [f, data[f] ?? null]))

interface Base {
  given: string
  written: string
}
async function basesOf(q: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, Base>> {
  const { rows } = await q.query<Base & { course_id: string }>(
    `select course_id, given, written from course_import where course_id = any($1::text[]) and lesson_id = ''`,
    [ids],
  )
  return new Map(rows.map((r) => [r.course_id, r]))
}
const keepBase = (q: Queryable, id: string, source: string, given: string, data: Data) =>
  q.query(
    `insert into course_import (course_id, source, given, written) values ($1, $2, $3, $4)
     on conflict (course_id, lesson_id) do update set source = excluded.source, given = excluded.given, written = excluded.written`,
    [id, source, given, canonicalDigest(own(data))],
  )

const coverHolder = (id: string): string => `course:${id}:cover`
/** A picture has one place: the cover of each course is one of its own. */
async function takeCover(q: Queryable, id: string, { pack, cover }: Data, { at, by }: Hand): Promise<void> {
  const { rows } = await q.query<{ id: string }>(
    `insert into picture (id, use, type, width, height, size, bytes, created_by, touched_at, holder)
     select gen_random_uuid()::text || '.' || p.type, 'picture', p.type, p.width, p.height, length(p.bytes), p.bytes, $3, $4, $5
     from import_picture p where p.package_id = $1 and p.id = $2 returning id`,
    [text(pack), text(cover), by, at.toISOString(), coverHolder(id)],
  )
  if (rows[0])
    await q.query(
      `update ${tableOf('course')} set data = jsonb_set(data, '{cover}', to_jsonb($2::text)) where id = $1`,
      [id, rows[0].id],
    )
}

export const course: Importable = {
  resource: 'course',
  words: { direction_id: 'direction' },
  toBody: (data) =>
    omitFields({ direction_id: 'pending', ...data }, 'source', 'direction', 'ours', 'chapters', 'cover', 'weights'),
  starts: (data) => ({
    source: text(data['source']),
    direction: text(data['direction']),
    // of our own package: the course it was written from
    ours: text(data['ours']),
    ...(Array.isArray(data['chapters']) ? { chapters: data['chapters'] } : {}),
    ...(text(data['cover']) ? { cover: text(data['cover']) } : {}),
    ...(isRecord(data['weights']) ? { weights: data['weights'] } : {}),
    given: canonicalDigest(own(data)),
    status: 'draft',
  }),
  beside: ['source', 'direction', 'ours', 'chapters', 'cover', 'pack', 'weights', 'given', 'target'],
  traced: true,
  identity: (data, _, extra = data) => ({ key: text(extra['source']) || normalisedText(data['name']) }),
  tells: ['name'],
  async find({ q }, rows) {
    const ids = rows.map((r) => text(r['target']))
    const found = await docs.byIds(q, ids.filter(Boolean))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a course as any other document
    return ids.map((id) => found.get(id) as Awaited<ReturnType<Importable['find']>>[number])
  },
  async fit({ q }, rows) {
    const bases = await basesOf(
      q,
      rows.flatMap((r) => r.id ?? []),
    )
    return rows.map(({ id = '', data, standing, extra }) => {
      const { direction_id: _, ...rest } = data
      return bases.get(id)?.given === extra?.['given'] ? { ...rest, ...own(standing) } : rest
    })
  },
  async untouched({ q }, rows) {
    const bases = await basesOf(
      q,
      rows.map((r) => r.id),
    )
    return rows.map(({ id, standing }) => bases.get(id)?.written === canonicalDigest(own(standing)))
  },
  /** The name is free, and the direction is the one its file names, else the one that was chosen. */
  async resolve({ q, pack, by }, rows) {
    const { rows: chosen } = await q.query<{ direction_id: string | null }>(
      'select direction_id from import_package where id = $1',
      [pack],
    )
    const { rows: all } = await q.query<{ id: string; name: string }>(
      `select id, data->>'name' as name from ${tableOf('direction')} order by id`,
    )
    const directions = new Map(all.map((d) => [normalisedText(d.name), d.id]))
    const targets = await targetsOf(q, by, rows)
    const { rows: planned } = await q.query<{ name: string }>(
      `select data->>'name' as name from import_row where package_id = $1 and resource = 'course' and data is not null`,
      [pack],
    )
    const names = new Set(planned.map((r) => fold(r.name)))
    const taken = async (name: string) => names.has(fold(name)) || isTaken(docs, q)(name)
    const out = []
    for (const [n, { data, extra }] of rows.entries()) {
      const named = text(extra['direction'])
      const direction_id = directions.get(normalisedText(named)) ?? chosen[0]?.direction_id
      const notes =
        named && !directions.has(normalisedText(named)) && direction_id ? [note('note_direction', { name: named })] : []
      let { name } = data as { name?: string }
      if (name !== undefined && !targets[n]) {
        const free = await freeRowName(taken, name, limits.name.max, true)
        names.add(fold(free))
        if (free !== name) notes.push(note('note_course_name', { was: name, name: free }))
        name = free
      }
      out.push({
        data: { ...data, ...(name === undefined ? {} : { name }), direction_id: direction_id ?? '' },
        extra: { ...extra, target: targets[n] ?? '', ...(extra['cover'] ? { pack } : {}) },
        reasons:
          direction_id || targets[n] ? [] : [{ path: 'direction_id', rule: named ? 'unknown_reference' : 'required' }],
        notes,
      })
    }
    return out
  },
  async made(q, rows, { at }) {
    for (const { id } of rows)
      await q.query('insert into course_outline (course_id, updated_at) values ($1, $2) on conflict do nothing', [
        id,
        at.toISOString(),
      ])
  },
  async brought(q, rows, { at, by }) {
    for (const { id, data, extra } of rows) {
      await keepBase(q, id, text(extra['source']), text(extra['given']), data)
      const chapters = Array.isArray(extra['chapters']) ? extra['chapters'].filter(isRecord) : []
      if (chapters.length) await beginOutline(q, id, chapters, at)
      // of a course that is here already they are its keeper's: who would move by other weights is shown where they are changed
      if (text(extra['target'])) continue
      if (isRecord(extra['weights']) && Object.values(extra['weights']).some((w) => w !== 0))
        await q.query('update course_outline set weights = $2::jsonb where course_id = $1', [
          id,
          JSON.stringify(extra['weights']),
        ])
      if (extra['cover']) await takeCover(q, id, extra, { at, by })
    }
  },
  async putBack(q, ids) {
    // it was another file's words that stood before: the next import asks
    await q.query(`update course_import set given = '' where course_id = any($1::text[]) and lesson_id = ''`, [ids])
  },
  named: async (q, ids, without) => withLessons(q, ids, without?.get('course-lesson')),
  async used(q, ids) {
    const { rows } = await q.query<{ id: string }>(
      `select distinct course_id as id from course_member where course_id = any($1::text[])`,
      [ids],
    )
    return new Set(rows.map((r) => r.id))
  },
  async gone(q, ids, hand) {
    const { rows } = await q.query<{ content: object }>(
      'select content from course_content where course_id = any($1::text[])',
      [ids],
    )
    for (const table of belongings) await q.query(`delete from ${table} where course_id = any($1::text[])`, [ids])
    for (const id of ids) await forgetFinders(q, id)
    await q.query('update picture set holder = null, touched_at = $2 where holder = any($1::text[])', [
      ids.map(coverHolder),
      hand.at.toISOString(),
    ])
    await releaseFiles(q, hand.at, courseHolder, ...ids)
    await releasePictures(q, picturesIn(rows), hand)
  },
  label: (data) => text(data['name']),
}
/**
 * The caller's own course that each row is about: made by an import of the same, or the one that our package was written from. What others have is not
 * looked into: it is imported into where somebody says so.
 */
async function targetsOf(q: Queryable, by: string, rows: readonly { extra: Data }[]): Promise<(string | undefined)[]> {
  const { rows: known } = await q.query<{ id: string; source: string }>(
    `select t.id, i.source from course_import i join ${tableOf('course')} t on t.id = i.course_id
     where i.lesson_id = '' and i.source = any($1::text[]) and t.owner_id = $2 and t.data->>'status' <> 'archived' order by t.id`,
    [rows.map((r) => text(r.extra['source'])), by],
  )
  const { rows: ours } = await q.query<{ id: string }>(
    `select id from ${tableOf('course')} where id = any($1::text[]) and owner_id = $2 and data->>'status' <> 'archived'`,
    [rows.map((r) => text(r.extra['ours'])), by],
  )
  const own = new Set(ours.map((o) => o.id))
  return rows.map(({ extra }) =>
    own.has(text(extra['ours'])) ? text(extra['ours']) : known.find((k) => k.source === extra['source'])?.id,
  )
}
const note = (rule: string, params: Record<string, string>) => ({ path: '', rule, params })

/** Ids of the questions that sections of a plan ask, by what they call them: one that is not in the plan is not asked. */
async function asked(q: Queryable, pack: string | undefined): Promise<ReadonlyMap<string, string>> {
  const { rows } = await q.query<{
    resource: string
    place: { file: string }
    key: string | null
    target_id: string | null
  }>(
    `select resource, place, key, target_id from import_row where package_id = $1 and resource in ('theory-question', 'exercise', 'topology')
     order by n`,
    [pack],
  )
  const byKey = new Map<string, string>()
  for (const { resource, key, target_id } of rows) if (key && target_id) byKey.set(`${resource} ${key}`, target_id)
  return new Map(
    rows.flatMap(({ resource, place, key, target_id }) => {
      const id = target_id ?? (key ? byKey.get(`${resource} ${key}`) : undefined)
      return id ? [[placeRef(place), id]] : []
    }),
  )
}

const sectionsOf = (data: Data): Data[] => (Array.isArray(data['sections']) ? data['sections'].filter(isRecord) : [])
const contentOf = (section: Data): SectionContent | undefined =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- held against the schema of a lesson
  section['content'] as SectionContent | undefined

function withIds(content: SectionContent, ids: ReadonlyMap<string, string>): { content: SectionContent; lost: number } {
  if (content.kind !== 'quiz' && content.kind !== 'homework') return { content, lost: 0 }
  let lost = 0
  const known = <I extends { question_id: string }>(items: readonly I[]): I[] =>
    items.flatMap((i) => {
      if (!i.question_id.startsWith('ref:')) return [i]
      const id = ids.get(i.question_id)
      if (id === undefined) lost++
      return id === undefined ? [] : [{ ...i, question_id: id }]
    })
  const now =
    content.kind === 'quiz' ? { ...content, items: known(content.items) } : { ...content, items: known(content.items) }
  return { content: now, lost }
}

export const courseLesson: Importable = {
  resource: 'course-lesson',
  body: ImportedLesson,
  store: lessonStore,
  parent: {
    resource: 'course',
    field: 'course_id',
    word: 'course',
    unwritten: true,
    text: (data) => text(data['course']) || undefined,
    row: (source) => ({ source }),
  },
  within: { resource: 'course', field: 'course_id' },
  toBody: (data) => omitFields(data, 'course', 'follows', 'given'),
  starts: (data) => ({ given: text(data['given']), follows: data['follows'] ?? null }),
  identity: (data, course = '') => ({ key: `${course}\u001f${text(data['id'])}` }),
  idOf: (data) => lessonRowId(text(data['course_id']), text(data['id'])),
  tells: ['title'],
  async find({ q }, rows) {
    const ids = rows.map((r) => lessonRowId(text(r['course_id']), text(r['id'])))
    const found = new Map((await lessonStore.byIds(q, ids)).map((d) => [d.id, d]))
    return ids.map((id) => found.get(id))
  },
  /** Questions by their ids, and no flag of a lab in the open: the same one is sealed alike each time. */
  async resolve({ q, platform, pack }, rows) {
    const ids = await asked(q, pack)
    const keys = await flagKeys(platform)
    return rows.map(({ data, extra }) => {
      let lost = 0
      const notes: FieldProblem[] = []
      const sections = sectionsOf(data).map((section) => {
        const content = contentOf(section)
        if (!content) return section
        if (content.kind === 'lab') {
          const drawn = content.topology_id?.startsWith('ref:') ? ids.get(content.topology_id) : content.topology_id
          if (content.topology_id !== null && drawn === undefined) notes.push(note('note_lab_topology', {}))
          const lab = { ...content, topology_id: drawn ?? null, topology_version: 0 }
          const alike = createHash('sha256').update(keys.compare).update(JSON.stringify(lab)).digest()
          return { ...section, content: sealedLab(lab, keys, (n) => alike.subarray(0, n)) }
        }
        const known = withIds(content, ids)
        lost += known.lost
        return { ...section, content: known.content }
      })
      return {
        data: { ...data, ...(data['sections'] === undefined ? {} : { sections }) },
        extra,
        reasons: [],
        notes: [...notes, ...(lost ? [{ path: '', rule: 'note_questions_lost', params: { n: lost } }] : [])],
      }
    })
  },
  /** What the file says as it did before stays as it is here; questions keep the version they are asked in, and flags their seals. */
  async fit({ platform }, rows) {
    const keys = await flagKeys(platform)
    return rows.map(({ data, standing, extra }) => {
      if (extra?.['given'] && standing['given'] === extra['given'])
        return Object.fromEntries(lessonFields.map((f) => [f, standing[f] ?? null]))
      const had = new Map(sectionsOf(standing).map((s) => [s['id'], contentOf(s)]))
      const sections = sectionsOf(data).map((section) => {
        const [content, before] = [contentOf(section), had.get(section['id'])]
        if (!content || !before) return section
        if (content.kind === 'lab' && before.kind === 'lab') {
          const plain = (c: typeof content) => ({
            ...c,
            topology_version: 0,
            steps: c.steps.map((s) =>
              s.check.kind === 'text' ? { ...s, check: { ...s.check, value: openedText(s.check.value, keys) } } : s,
            ),
          })
          return isDeepStrictEqual(plain(content), plain(before)) ? { ...section, content: before } : section
        }
        if ((content.kind !== 'quiz' && content.kind !== 'homework') || content.kind !== before.kind) return section
        const version = new Map(before.items.map((i) => [i.question_id, i.question_version]))
        const items = content.items.map((i) => ({
          ...i,
          question_version: version.get(i.question_id) ?? i.question_version,
        }))
        return { ...section, content: { ...content, items } }
      })
      return { ...data, sections }
    })
  },
  untouched: async (_, rows) => rows.map(({ standing }) => standing['written'] === writtenOf(standing)),
  used: learntLessons,
  label: (data) => text(data['title']),
}
