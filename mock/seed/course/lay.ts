/** Courses of the demonstration in every state, and the directions by which they are sorted. */
import { CourseBody } from '#src/contract/course/course.schema.ts'
import { createHash } from 'node:crypto'
import type { CourseFile } from '#src/contract/course/media.schema.ts'
import {
  type CompletionRule,
  completionOf,
  lessonsOf,
  type SectionKind,
  usualShare,
} from '#src/contract/course/outline.ts'
import type { LabContent } from '#src/contract/course/lab.schema.ts'
import { noHomework } from '#src/contract/course/homework.ts'
import type { Outline, SectionContent } from '#src/contract/course/outline.schema.ts'
import type { ScormManifest } from '#src/contract/course/package.schema.ts'
import type { TopologyDocument } from '#src/contract/topology/document.ts'
import { questionsOf, type Question } from '../questions.ts'
import { entriesOf, present } from '#src/contract/lib/typed.ts'
import { courseHolder } from '../../areas/course/media/named.ts'
import { figuresOf, noteQuestions } from '../../areas/course/store.ts'
import { addAudience } from '../../crud/audience.ts'
import { documents } from '../../crud/documents.ts'
import type { Queryable } from '../../db/db.ts'
import { finding } from '../../areas/course/finders.ts'
import type { Chance } from '../random.ts'
import { sealedLab } from '../../areas/course/lab/content.ts'
import type { FlagKeys } from '../../areas/bank/flag/seal.ts'
import { basics } from './basics.ts'
import { habits } from './habits.ts'
import { type LaidFile, type SeedFile, seedFiles, type SeedFileKey } from './media.ts'
import { hardeningCourse } from './hardening.ts'
import { layLabWork } from './labWork.ts'
import { others } from './others.ts'

type VideoChapters = Extract<SectionContent, { kind: 'video' }>['chapters']
interface SectionSeed {
  kind: SectionKind
  title: string
  other?: string
  minutes?: number
  rule?: CompletionRule
  optional?: boolean
  body?: string
  body_other?: string
  /** A video with its captions and chapters, or a document in both languages. */
  video?: { file: SeedFileKey; captions: Readonly<Record<'en-US' | 'zh-CN', SeedFileKey>>; chapters: VideoChapters }
  pdf?: { file: SeedFileKey; other: SeedFileKey; download: boolean }
  /** A package in both languages. */
  pack?: { file: SeedFileKey; other: SeedFileKey }
  /** How the titles of the questions begin. */
  questions?: readonly string[]
  attempts?: number
  /** Its topology by key; nodes of checks by their names. */
  lab?: Omit<LabContent, 'kind' | 'topology_id' | 'topology_version'> & { topology: string }
  /** Days from now: when it opens, is due, and is taken late until. */
  homework?: { opens: number; due: number; late?: number; permille?: number }
}
export interface CourseSeed extends Omit<CourseBody, 'direction_id' | 'prerequisites' | 'lecturers'> {
  key: string
  direction: string
  chapters: readonly {
    title: string
    other?: string
    lessons: readonly {
      title: string
      other?: string
      theory?: number
      experiment?: number
      /** Title of the lesson it opens after. */
      after?: string
      sections: readonly SectionSeed[]
    }[]
  }[]
}

/** Three trees: key, name and what each is below. */
const directions = [
  ['web', 'Web 安全', null],
  ['web-front', '前端安全', 'web'],
  ['web-server', '服务端安全', 'web'],
  ['web-injection', '注入攻击', 'web-server'],
  ['net', '网络与协议', null],
  ['net-basics', '网络基础', 'net'],
  ['net-crypto', '密码与协议', 'net'],
  ['ops', '安全运营', null],
  ['ops-response', '应急响应', 'ops'],
  ['ops-forensics', '取证分析', 'ops'],
] as const

const day = 86_400_000
const nobody = { all: false, orgs: [], roles: [], teams: [], users: [] }

interface Ground {
  now: Date
  authors: readonly string[]
  lecturer: string
  roles: Readonly<Record<'student' | 'teacher', string>>
  keys: FlagKeys
  random: (bytes: number) => Buffer
  /** Topologies by key. */
  drawings: ReadonlyMap<string, { id: string; document: TopologyDocument }>
  /** Visits the demonstration: what they find is not begun. */
  visitor: string
}

/** A lab with the machines its drawing has. Throws where it names one that is not there. */
function labOf(s: SectionSeed, { keys, random, drawings }: Pick<Ground, 'keys' | 'random' | 'drawings'>): LabContent {
  const drawn = drawings.get(s.lab?.topology ?? '')
  if (!s.lab || !drawn) throw new Error(`no topology of ${s.title}`)
  const { topology: _topology, ...lab } = s.lab
  const nodeOf = (name: string) => {
    const node = drawn.document.nodes.find((n) => n.name === name)
    if (!node) throw new Error(`no node ${name} for ${s.title}`)
    return node.id
  }
  const steps = lab.steps.map((step) =>
    step.check.kind === 'state' ? { ...step, check: { ...step.check, node: nodeOf(step.check.node) } } : step,
  )
  return sealedLab({ kind: 'lab', topology_id: drawn.id, topology_version: 1, ...lab, steps }, keys, random)
}

/** What one section says. Throws where a question is not in the demonstration's bank. */
function contentOf(
  s: SectionSeed,
  bank: readonly Question<'theory'>[],
  id: (n: number) => string,
  file: (key: SeedFileKey) => CourseFile,
  ground: Ground,
  ago: (days: number) => Date,
): SectionContent {
  if (s.kind === 'lab') return labOf(s, ground)
  const { video, pdf, pack } = s
  if (video)
    return {
      kind: 'video',
      video: { ...file(video.file), seconds: seedFiles[video.file].seconds ?? 0 },
      video_other: null,
      captions: entriesOf(video.captions).map(([language, key]) => ({ ...file(key), language })),
      chapters: video.chapters,
      free_seek: true,
    }
  if (pdf) return { kind: 'document', pdf: file(pdf.file), pdf_other: file(pdf.other), download: pdf.download }
  if (pack) return { kind: 'package', pack: file(pack.file), pack_other: file(pack.other) }
  const [body, body_other] = [s.body ?? '', s.body_other ?? '']
  if (s.kind === 'slides') return { kind: 'slides', body, body_other, pdf: null, pdf_other: null }
  if (s.kind !== 'quiz' && s.kind !== 'homework') return { kind: 'text', body, body_other }
  const items = (s.questions ?? []).map((title, n) => {
    const found = bank.find((x) => x.data.title?.startsWith(title))
    if (!found) throw new Error(`no question ${title}`)
    return { id: id(n), question_id: found.id, question_version: found.version, score: found.data.score ?? 1 }
  })
  const at = (days: number | undefined) => (days === undefined ? null : ago(-days).toISOString())
  if (s.kind === 'homework')
    return {
      ...noHomework,
      items: items.map((i) => ({ ...i, bank: 'theory' as const, part: '' })),
      opens_at: at(s.homework?.opens),
      due_at: at(s.homework?.due),
      late_until: at(s.homework?.late),
      late_permille: s.homework?.permille ?? 0,
      attempts: s.attempts ?? null,
    }
  return { kind: 'quiz', items, attempts: s.attempts ?? null, shuffle: false }
}

export async function layCourses(
  q: Queryable,
  c: Chance,
  ground: Ground,
): Promise<{ courses: ReadonlyMap<string, string>; courseFiles: LaidFile[] }> {
  const { now, authors, lecturer, roles } = ground
  const ago = (days: number) => new Date(now.getTime() - days * day)
  const [founder = ''] = authors
  const hand = { at: ago(120), by: founder }
  const places = new Map<string, string>()
  for (const [key] of directions) places.set(key, c.id(hand.at))
  await documents('direction').insertMany(
    q,
    directions.map(([key, name, parent], order) => ({
      id: places.get(key) ?? '',
      data: { name, parent_id: parent === null ? null : (places.get(parent) ?? null), order },
    })),
    hand,
  )
  const bank = await questionsOf(q, 'theory')
  const laid = new Map<string, string>()
  const rows = [
    { seed: basics, status: 'published' as const, days: 30 },
    ...others,
    { seed: hardeningCourse, status: 'published' as const, days: 20 },
    { seed: habits, status: 'published' as const, days: 20 },
  ].map(({ seed, status, days }) => {
    const { key, direction, chapters, ...body } = seed
    const at = ago(days)
    const id = c.id(at)
    laid.set(key, id)
    const data = {
      ...CourseBody.parse({ ...body, direction_id: places.get(direction) ?? '', lecturers: [lecturer] }),
      status,
    }
    // last year's is somebody else's
    const by = status === 'archived' ? c.one(authors) : lecturer
    return { seed: { key, chapters }, status, at, row: { id, data, open: false, hand: { at, by } } }
  })
  await documents('course').insertMany(
    q,
    rows.map((r) => r.row),
    hand,
  )
  const files: FileRow[] = []
  for (const { seed, status, at, row } of rows) {
    const named = seed.chapters.flatMap((ch) => ch.lessons.flatMap((l) => l.sections.flatMap(filesOf)))
    const { rows: own, file } = await filesFor(named, { course: row.id, at, by: row.hand.by, id: () => c.id(at) })
    files.push(...own)
    const part = () => c.id(at).slice(-12)
    const contents: object[] = []
    const lessonIds = new Map<string, string>()
    const draft: Outline = {
      chapters: seed.chapters.map((chapter) => ({
        id: part(),
        title: chapter.title,
        title_other: chapter.other ?? '',
        lessons: chapter.lessons.map((l) => {
          const id = part()
          lessonIds.set(l.title, id)
          return {
            id,
            title: l.title,
            title_other: l.other ?? '',
            theory: l.theory ?? 1,
            experiment: l.experiment ?? 0,
            after: l.after === undefined ? null : (lessonIds.get(l.after) ?? null),
            opens_at: null,
            with_hour: false,
            sections: l.sections.map((s) => {
              const section = part()
              contents.push({
                course_id: row.id,
                section_id: section,
                revision: 1,
                version: 1,
                content: contentOf(s, bank, (n) => `${section}-${n}`, file, ground, ago),
                written: true,
                updated_at: at.toISOString(),
                updated_by: row.hand.by,
              })
              return {
                id: section,
                title: s.title,
                title_other: s.other ?? '',
                kind: s.kind,
                rule: s.rule ?? completionOf[s.kind][0],
                share: usualShare(s.kind),
                optional: s.optional ?? false,
                minutes: s.minutes ?? 10,
                revision: 1,
              }
            }),
          }
        }),
      })),
    }
    const shown = status === 'draft' ? null : draft
    const { lessons, theory, experiment } = figuresOf(draft)
    await q.query(
      `insert into course_outline (course_id, draft, published, published_at, lessons, theory, experiment, visible_all, updated_at)
       values ($1, $2::jsonb, $3::jsonb, $4, $5, $6, $7, $8, $9)`,
      [
        row.id,
        JSON.stringify(draft),
        shown && JSON.stringify(shown),
        shown && at.toISOString(),
        lessons,
        theory,
        experiment,
        status === 'published',
        at.toISOString(),
      ],
    )
    await q.query(
      'insert into course_content select * from jsonb_populate_recordset(null::course_content, $1::jsonb)',
      [JSON.stringify(contents)],
    )
    await noteQuestions(q, row.id)
    for (const [n, l] of lessonsOf(draft).entries())
      for (const [i, section] of l.sections.entries()) {
        const drawn = ground.drawings.get(seed.chapters.flatMap((x) => x.lessons)[n]?.sections[i]?.lab?.topology ?? '')
        if (drawn) await layDrawing(q, row.id, section.id, drawn)
      }
  }
  const of = (key: string) => [laid.get(key) ?? '']
  // students take the one; the other they see and ask for; the draft is found by teachers once it is out, and nobody may take it yet
  await addAudience(q, 'course', of('basics'), { ...nobody, roles: [roles.student, roles.teacher] })
  await addAudience(q, 'course', of('habits'), { ...nobody, roles: [roles.student, roles.teacher] })
  await addAudience(q, 'course', of('response'), { ...nobody, roles: [roles.teacher] })
  await addAudience(q, 'course', of('hardening'), { ...nobody, roles: [roles.student, roles.teacher] })
  await addAudience(q, 'course', of('old'), { ...nobody, roles: [roles.student] })
  await addAudience(q, finding, of('crypto'), { ...nobody, roles: [roles.teacher] })
  await layFiles(q, files)
  const reported = await layLabWork(q, c, { ...ground, course: laid.get('hardening') ?? '' })
  return { courses: laid, courseFiles: [...files, ...reported] }
}

interface FileRow extends LaidFile {
  course: string
  owner: string
  at: string
  name: string
  use: string
  type: string | null
  seconds: number | null
  manifest: ScormManifest | null
  sha256: string
}
const filesOf = ({ video, pdf, pack }: SectionSeed): SeedFileKey[] => [
  ...(video ? [video.file, ...Object.values(video.captions)] : []),
  ...(pdf ? [pdf.file, pdf.other] : []),
  ...(pack ? [pack.file, pack.other] : []),
]
/** @returns what names a file by its key; its rows are laid in the end, all at once */
async function filesFor(
  keys: readonly SeedFileKey[],
  o: { course: string; at: Date; by: string; id: () => string },
): Promise<{ rows: FileRow[]; file: (key: SeedFileKey) => CourseFile }> {
  const made = new Map<SeedFileKey, FileRow>()
  for (const key of keys) {
    const { name, use, type, seconds, bytes: read, manifest }: SeedFile = seedFiles[key]
    const [id, bytes] = [o.id(), await read()]
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    made.set(key, {
      id,
      course: o.course,
      owner: o.by,
      at: o.at.toISOString(),
      name,
      use,
      type,
      seconds,
      manifest: manifest?.() ?? null,
      sha256,
      bytes,
    })
  }
  return {
    rows: [...made.values()],
    file: (key) => {
      const { id, name, bytes } = present(made.get(key))
      return { file: id, name, size: bytes.length }
    },
  }
}
async function layFiles(q: Queryable, rows: readonly FileRow[]): Promise<void> {
  await q.query(
    `with f as (select * from jsonb_to_recordset($1::jsonb) as f(id text, course text, owner text, at timestamptz, name text, use text, type text,
         seconds double precision, sha256 text, size bigint, manifest jsonb)),
       a as (insert into attachment (id, owner, name, size, sha256, state, created_at)
         select id, owner, name, size, sha256, 'here', at from f),
       c as (insert into course_file (attachment_id, use, type, seconds, manifest) select id, use, type, seconds, nullif(manifest, 'null') from f)
     insert into attachment_use (attachment_id, holder, holder_id, secret) select id, '${courseHolder}', course, false from f`,
    [JSON.stringify(rows.map(({ bytes, ...row }) => ({ ...row, size: bytes.length })))],
  )
}

const layDrawing = (
  q: Queryable,
  course: string,
  section: string,
  { id, document }: { id: string; document: TopologyDocument },
): Promise<unknown> =>
  q.query(
    `insert into course_drawing (course_id, section_id, revision, topology_id, topology_version, name, document)
     select $1, $2, 1, id, 1, data->>'name', $4::jsonb from r_topology where id = $3`,
    [course, section, id, JSON.stringify(document)],
  )
