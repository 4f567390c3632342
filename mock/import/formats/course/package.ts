/** Reads our own package of a course (`package.schema.ts`). */
import { isRecord } from '#src/contract/lib/typed.ts'
import { limits } from '#src/contract/limits.ts'
import { pictureUses } from '#src/contract/picture/picture.ts'
import { TopologyDocument } from '#src/contract/topology/document.schema.ts'
import { topologyLimits } from '#src/contract/topology/topology.ts'
import { fieldProblems } from '#mock/http/request/fields.ts'
import type { FoundRow, ImportedRow } from '../found.ts'
import { Unreadable } from '../found.ts'
import { parseJsonFile } from '../read/items.ts'
import { baseName, folderOf, readWhole, type SourceFile } from '../source.ts'
import { foreign, Foreign } from '../question/question.ts'
import { keptPicture, type KeptPicture } from '../question/pictures.ts'
import { lessonDigest, BroughtFiles, note } from './build.ts'
import type { CourseFormat } from './format.ts'
import { CoursePackage, coursePackageFormat, coursePackageVersion } from './package.schema.ts'
import { placeRef } from './ref.ts'

const packageMost = 32 * 1024 * 1024
const shown = /\]\(pictures\/([0-9a-f-]{36}\.(?:png|jpg|gif))\)/g

async function packageOf(source: SourceFile): Promise<CoursePackage> {
  const bytes = await readWhole(source, packageMost)
  if (!bytes) throw new Unreadable('file_too_large', { limit: packageMost })
  const value = parseJsonFile(bytes)
  const version = isRecord(value) ? value['version'] : undefined
  if (typeof version === 'number' && version !== coursePackageVersion)
    throw new Unreadable('package_version', { version, limit: coursePackageVersion })
  const parsed = CoursePackage.safeParse(value)
  if (parsed.success) return parsed.data
  const [first] = fieldProblems(parsed.error, value)
  throw new Unreadable('package_manifest', { path: first?.path ?? '', rule: first?.rule ?? 'type' })
}

/** Pictures of the package by the name it calls them: what comes into the store has a name of its content. */
class PackedPictures {
  readonly #known = new Map<string, KeptPicture | undefined>()
  constructor(
    readonly root: string,
    readonly byName: ReadonlyMap<string, SourceFile>,
  ) {}
  async #look(name: string): Promise<KeptPicture | undefined> {
    if (!this.#known.has(name)) {
      const file = this.byName.get(`${this.root}pictures/${name}`)
      const bytes = file && (await readWhole(file, limits.icon))
      this.#known.set(name, bytes && (await keptPicture(bytes)))
    }
    return this.#known.get(name)
  }
  /** The value with its pictures as the store calls them. */
  async placed(value: unknown, kept: Map<string, KeptPicture>, lost: Set<string>): Promise<unknown> {
    if (typeof value === 'string') {
      for (const [, name = ''] of value.matchAll(shown)) await this.#look(name)
      return value.replace(shown, (_, name: string) => {
        const picture = this.#known.get(name)
        if (picture) kept.set(picture.id, picture)
        else lost.add(`pictures/${name}`)
        return `](/pictures/${picture?.id ?? name})`
      })
    }
    if (Array.isArray(value)) {
      const out: unknown[] = []
      for (const v of value) out.push(await this.placed(v, kept, lost))
      return out
    }
    if (!isRecord(value)) return value
    const out: Record<string, unknown> = {}
    for (const [k, v] of Object.entries(value)) out[k] = await this.placed(v, kept, lost)
    return out
  }
}

interface Reading {
  file: string
  root: string
  byName: ReadonlyMap<string, SourceFile>
  pictures: PackedPictures
  uses: ReadonlyMap<string, CoursePackage['files'][number]>
  refs: Map<string, string>
}

async function coverOf({ byName, root }: Reading, path: string): Promise<KeptPicture | undefined> {
  const file = byName.get(`${root}${path}`)
  const bytes = file && (await readWhole(file, pictureUses.picture.max))
  return bytes && keptPicture(bytes, pictureUses.picture.max)
}

async function question(
  r: Reading,
  { ref, set, question: record }: CoursePackage['questions'][number],
  index: number,
): Promise<FoundRow> {
  const place = { file: r.file, index, path: 'questions' }
  r.refs.set(ref, placeRef(place))
  const q = new Foreign(place)
  const kept = new Map<string, KeptPicture>()
  const lost = new Set<string>()
  q.label = typeof record['title'] === 'string' ? record['title'] : ''
  const row = await foreign('theory-question', q, async () =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a record stays one
    q.row('theory-question', set, (await r.pictures.placed(record, kept, lost)) as Record<string, unknown>),
  )
  if ('problem' in row) return row
  return {
    ...row,
    pictures: [...kept.values()],
    notes: [...(row.notes ?? []), ...[...lost].map((name) => note('note_picture', { name }))],
  }
}

async function topology(r: Reading, t: CoursePackage['topologies'][number], index: number): Promise<FoundRow> {
  const place = { file: r.file, index, path: 'topologies' }
  r.refs.set(t.ref, placeRef(place))
  const refused = (rule: string, params?: Record<string, string>): FoundRow => ({
    problem: { code: 'row_invalid', params: {} },
    whole: false,
    resource: 'topology',
    label: t.name,
    place,
    reasons: [{ path: '', rule, ...(params ? { params } : {}) }],
  })
  const file = r.byName.get(`${r.root}${t.file}`)
  const bytes = file && (await readWhole(file, topologyLimits.document))
  if (!bytes) return refused('file_missing', { name: t.file.slice(0, 200) })
  let document: unknown
  try {
    document = parseJsonFile(bytes)
  } catch (e) {
    if (!(e instanceof Unreadable)) throw e
  }
  const parsed = TopologyDocument.safeParse(document)
  if (!parsed.success) return refused('note_topology', { name: t.name })
  return {
    resource: 'topology',
    key: `topology:${t.ref}`,
    label: t.name,
    place,
    data: { name: t.name, description: t.description, document: parsed.data },
  }
}

type Lesson = CoursePackage['chapters'][number]['lessons'][number]
async function lesson(
  r: Reading,
  course: string,
  chapter: Omit<CoursePackage['chapters'][number], 'lessons'>,
  { files: given, sections, ...rest }: Lesson,
  at: { index: number; follows: string | null },
): Promise<FoundRow> {
  const files = new BroughtFiles()
  const kept = new Map<string, KeptPicture>()
  const lost = new Set<string>()
  const notes = []
  /** A file by its path, a question or topology by its ref. */
  const placed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(placed).filter((v) => v !== undefined)
    if (!isRecord(value)) return value
    const { file: path } = value
    if (typeof path === 'string' && 'name' in value && 'size' in value) {
      const known = r.uses.get(path)
      const source = known && r.byName.get(`${r.root}${path}`)
      if (!source) notes.push(note('note_file_missing', { name: String(value['name']).slice(0, 200) }))
      const taken = source && files.take(source, known.name, known.use)
      return taken ? { ...value, ...taken } : null
    }
    return Object.fromEntries(
      Object.entries(value).map(([k, v]) => {
        if ((k === 'question_id' || k === 'topology_id') && typeof v === 'string')
          return [k, r.refs.get(v) ?? 'ref:none']
        const now = placed(v)
        return [k, Array.isArray(now) ? now.filter((x) => x !== null) : now]
      }),
    )
  }
  const data = {
    ...rest,
    course,
    follows: at.follows,
    chapter,
    files: given.flatMap((f) => {
      const now = placed(f)
      return now ? [now] : []
    }),
    sections: await r.pictures.placed(
      sections.map((s) => ({ ...s, content: placed(s.content) })),
      kept,
      lost,
    ),
  }
  for (const name of lost) notes.push(note('note_picture', { name }))
  const hashes = files.kept.map((k) => [k.mark, k.source.name, k.source.size])
  const row: ImportedRow = {
    resource: 'course-lesson',
    key: `lesson:${course}/${rest.id}`,
    label: rest.title,
    place: { file: r.file, index: at.index, path: 'lessons' },
    data: { ...data, given: lessonDigest(data, hashes) },
    notes: [...notes, ...files.notes],
    pictures: [...kept.values()],
    ...(files.kept.length ? { files: files.kept } : {}),
  }
  return row
}

export const ownCourse: CourseFormat = {
  id: 'course-package',
  leads: (sources, heads) =>
    sources.filter(
      (s) =>
        baseName(s.name) === 'course.json' && new RegExp(`"format"\\s*:\\s*"${coursePackageFormat}"`).test(heads(s)),
    ),
  async *read(source, beside) {
    const pack = await packageOf(source)
    const root = folderOf(source.name)
    const byName = new Map(beside.map((s) => [s.name, s]))
    const r: Reading = {
      file: source.name,
      root,
      byName,
      pictures: new PackedPictures(root, byName),
      uses: new Map(pack.files.map((f) => [f.path, f])),
      refs: new Map(),
    }
    const { id, direction, cover, weights, ...own } = pack.course
    const course = `range:${id}`
    const kept = new Map<string, KeptPicture>()
    const lost = new Set<string>()
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a record stays one
    const said = (await r.pictures.placed(own, kept, lost)) as typeof own
    const front = cover ? await coverOf(r, cover) : undefined
    if (front) kept.set(front.id, front)
    else if (cover) lost.add(cover.slice(0, 200))
    yield {
      resource: 'course',
      key: `course:${course}`,
      label: said.name,
      place: { file: source.name },
      data: {
        ...said,
        source: course,
        ours: id,
        // one without lessons has no row of its own
        chapters: pack.chapters.map(({ id: chapter, title, title_other }) => ({ id: chapter, title, title_other })),
        ...(direction ? { direction } : {}),
        ...(front ? { cover: front.id } : {}),
        ...(weights ? { weights } : {}),
      },
      notes: [
        ...pack.left_out.slice(0, 15).map(({ kind, name }) => note('note_part', { kind, name: name.slice(0, 120) })),
        ...[...lost].map((name) => note('note_picture', { name })),
      ],
      pictures: [...kept.values()],
    }
    for (const [n, q] of pack.questions.entries()) yield await question(r, q, n + 1)
    for (const [n, t] of pack.topologies.entries()) yield await topology(r, t, n + 1)
    let follows: string | null = null
    let index = 0
    for (const { lessons, ...chapter } of pack.chapters)
      for (const one of lessons) {
        yield await lesson(r, course, chapter, one, { index: ++index, follows })
        follows = one.id
      }
  },
}
