/**
 * All of a course that its keeper may take along: the edition that is being written, and what it names. A question comes along with its key where the
 * keeper keeps the bank it is in, may build on it, and nobody anywhere may still write an answer to it; what does not come along is named.
 */
import { TheoryBody } from '#src/contract/bank/question.schema.ts'
import type { WholeQuestion } from '#src/contract/bank/shown.ts'
import type { ScoreWeights } from '#src/contract/course/courseScore.ts'
import { lessonsOf, noContent, sectionsOf } from '#src/contract/course/outline.ts'
import type { Outline, OutlineSection, SectionContent } from '#src/contract/course/outline.schema.ts'
import type { TopologyDocument } from '#src/contract/topology/document.ts'
import { usable } from '#mock/crud/ownership.ts'
import type { CallerContext } from '#mock/crud/setting.ts'
import { documents } from '#mock/crud/documents.ts'
import type { Queryable } from '#mock/db/db.ts'
import { closedOf } from '../../bank/keyAccess.ts'
import { waysOf } from '../../bank/file/handlers.ts'
import { versionsOf } from '../../bank/paper/items.ts'
import { picturesIn } from '../../bank/pictures.ts'
import { type courseFor, takesDraft } from '../course.ts'
import { setsBeside } from '../homework/practice.ts'
import { weightsSaid } from '../homework/score.ts'
import { openedContent } from '../kinds.ts'
import { labDrawing } from '../lab/content.ts'
import { filesOfContent, filesOfOutline, type NamedFile } from '../media/named.ts'
import { contentsOf, storedContents, storedOutline } from '../store.ts'

interface PackedQuestion {
  ref: string
  set: string
  question: WholeQuestion
}
interface PackedTopology {
  ref: string
  name: string
  description: string
  document: TopologyDocument
}
export interface GatheredCourse {
  outline: Outline
  content: (section: { id: string; kind: OutlineSection['kind'] }) => SectionContent
  questions: PackedQuestion[]
  topologies: PackedTopology[]
  files: NamedFile[]
  pictures: ReadonlyMap<string, Buffer>
  cover: { name: string; bytes: Buffer } | null
  /** What kinds of work weigh in the score; empty where nobody said so. */
  weights: Partial<ScoreWeights>
  left: { kind: string; name: string }[]
}

type Doc = Awaited<ReturnType<typeof courseFor>>
const fields = Object.keys(TheoryBody.shape).filter((f) => f !== 'set_id')
const bodyOf = (data: object): WholeQuestion =>
  Object.fromEntries(Object.entries(data).filter(([f, v]) => fields.includes(f) && v !== undefined))

interface Asked {
  bank?: string
  question_id: string
  question_version: number
}
const refOf = ({ question_id, question_version }: Asked): string => `${question_id.slice(0, 48)}@${question_version}`

async function questionsOf(c: CallerContext, asked: readonly Asked[]) {
  const { q, who, platform } = c
  const theory = asked.filter((a) => (a.bank ?? 'theory') === 'theory')
  const ids = [...new Set(theory.map((a) => a.question_id))]
  const [mine, closed, version, way, docs] = await Promise.all([
    who.granted.has('theory-bank') ? usable(q, 'theory-question', ids, who) : new Set<string>(),
    closedOf(q, ids, platform.now()),
    versionsOf(q, theory),
    waysOf(q, 'theory'),
    documents('theory-question').byIds(q, ids),
  ])
  const known = new Map<string, PackedQuestion>()
  for (const a of theory) {
    const data = version(a)
    if (!data || !mine.has(a.question_id) || closed.has(a.question_id) || known.has(refOf(a))) continue
    known.set(refOf(a), {
      ref: refOf(a),
      set: way(docs.get(a.question_id)?.data.set_id ?? '') || 'Course',
      question: bodyOf(data),
    })
  }
  return known
}

/** Bytes of pictures, by their names. */
async function picturesBy(q: Queryable, names: readonly string[]): Promise<Map<string, Buffer>> {
  const { rows } = await q.query<{ id: string; bytes: Uint8Array }>(
    'select id, bytes from picture where id = any($1::text[])',
    [[...names]],
  )
  return new Map(rows.map((r) => [r.id, Buffer.from(r.bytes)]))
}

export async function gatherCourse(c: CallerContext, doc: Doc): Promise<GatheredCourse> {
  const { q, who, platform } = c
  const { draft: newest, published } = await storedOutline(q, doc.id)
  const shown = published && !(await takesDraft(c, doc)) ? published : undefined
  const draft = shown ?? newest
  const contents = shown ? await contentsOf(q, doc.id, sectionsOf(shown)) : await storedContents(q, doc.id)
  const said = new Map<string, SectionContent>()
  const left: GatheredCourse['left'] = []
  const topologies: PackedTopology[] = []
  const asked: Asked[] = []
  for (const lesson of lessonsOf(draft))
    for (const section of lesson.sections) {
      const row = contents.get(section.id)
      let content = row ? await openedContent(row.content, platform) : noContent(section.kind)
      if (content.kind === 'quiz' || content.kind === 'homework') asked.push(...content.items)
      if (content.kind === 'lab' && content.topology_id !== null && row) {
        const drawn = await labDrawing(q, doc.id, { id: section.id, revision: row.revision })
        const may = (await usable(q, 'topology', [content.topology_id], who)).has(content.topology_id)
        if (drawn && may) {
          const ref = `${drawn.topology_id.slice(0, 48)}@${drawn.topology_version}`
          const about = await documents('topology').get(q, drawn.topology_id)
          if (!topologies.some((t) => t.ref === ref))
            topologies.push({
              ref,
              name: drawn.name,
              description: about?.data.description ?? '',
              document: drawn.document,
            })
          content = { ...content, topology_id: ref, topology_version: 0 }
        } else {
          left.push({ kind: 'topology', name: section.title })
          content = { ...content, topology_id: null, topology_version: 0 }
        }
      }
      said.set(section.id, content)
    }
  const known = await questionsOf(c, asked)
  for (const lesson of lessonsOf(draft))
    for (const section of lesson.sections) {
      const content = said.get(section.id)
      if (content?.kind !== 'quiz' && content?.kind !== 'homework') continue
      const packed = <I extends Asked>(items: readonly I[]): I[] =>
        items.flatMap((i) => {
          if (known.has(refOf(i))) return [{ ...i, question_id: refOf(i), question_version: 1 }]
          left.push({ kind: i.bank === 'exercise' ? 'exercise' : 'question', name: section.title })
          return []
        })
      said.set(
        section.id,
        content.kind === 'quiz'
          ? { ...content, items: packed(content.items) }
          : // the paper is one of this platform; what it asked stays
            { ...content, items: packed(content.items), paper: null },
      )
    }
  const questions = [...known.values()]
  const cover = doc.data.cover ?? ''
  const pictures = await picturesBy(q, picturesIn([doc.data, ...said.values(), ...questions]))
  const front = cover ? (await picturesBy(q, [cover])).get(cover) : undefined
  if (cover && !front) left.push({ kind: 'cover', name: doc.data.name ?? '' })
  for (const { name } of await setsBeside(q, doc.id)) left.push({ kind: 'practice set', name })
  for (const [kind, n] of [
    ['lecturer', doc.data.lecturers?.length ?? 0],
    ['prerequisite', doc.data.prerequisites?.length ?? 0],
  ] as const)
    if (n) left.push({ kind, name: String(n) })
  const files = [...filesOfOutline(draft), ...[...said.values()].flatMap(filesOfContent)]
  return {
    outline: draft,
    content: ({ id, kind }) => said.get(id) ?? noContent(kind),
    questions,
    topologies,
    files: [...new Map(files.map((f) => [`${f.file.file} ${f.use}`, f])).values()],
    pictures,
    cover: front ? { name: cover, bytes: front } : null,
    weights: await weightsSaid(q, doc.id),
    left,
  }
}
