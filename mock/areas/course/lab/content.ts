/** What a lab says: looked up when it is written, its flags sealed at rest, its drawing frozen with its revision. */
import { isWorkplace, type TopologyDocument } from '#src/contract/topology/document.ts'
import type { LabContent, LabStep } from '#src/contract/course/lab.schema.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import { usable } from '#mock/crud/ownership.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Caller, Fail, type Platform } from '#mock/http/request/handler.ts'
import { documents } from '#mock/crud/documents.ts'
import { type FlagKeys, flagKeys, openRule, sealRule } from '../../bank/flag/seal.ts'
import { drawingOf } from '../../topology/drawing.ts'

type Sealing = Pick<Platform, 'secret' | 'threads' | 'random'>
/** Before the text of a flag as it is kept. */
const mark = 'sealed:'

const withTexts = (content: LabContent, text: (value: string) => string): LabContent => ({
  ...content,
  steps: content.steps.map(
    (s): LabStep =>
      s.check.kind === 'text' && s.check.value !== '' ? { ...s, check: { ...s.check, value: text(s.check.value) } } : s,
  ),
})
export const sealedLab = (content: LabContent, keys: FlagKeys, random: Sealing['random']): LabContent =>
  withTexts(content, (value) => mark + sealRule({ kind: 'static', value, ignore_case: false }, keys, random).sealed)
export const openedText = (value: string, keys: FlagKeys): string => {
  if (!value.startsWith(mark)) return value
  const rule = openRule({ sealed: value.slice(mark.length) }, keys)
  return rule.kind === 'static' ? rule.value : ''
}
/** As its author writes it. */
export async function openedLab(content: LabContent, platform: Sealing): Promise<LabContent> {
  const keys = await flagKeys(platform)
  return withTexts(content, (value) => openedText(value, keys))
}

/**
 * A topology that is there and that the caller may build on, unless it stood before; ids of its parts once. The drawing of a lab stays as it was
 * until its author asks for another version, which is then the one that is there.
 */
export async function settleLab(
  q: Queryable,
  content: LabContent,
  had: LabContent | undefined,
  who: Caller,
  { platform }: { platform: Sealing },
): Promise<LabContent> {
  const fields: FieldProblem[] = []
  const once = (ids: readonly string[], path: string) => {
    const seen = new Set<string>()
    for (const [n, id] of ids.entries())
      if (seen.has(id)) fields.push({ path: `${path}.${n}.id`, rule: 'distinct' })
      else seen.add(id)
  }
  const ids = (of: readonly { id: string }[]) => of.map((x) => x.id)
  once(ids(content.steps), 'content.steps')
  once(ids(content.report?.rubric ?? []), 'content.report.rubric')
  const { topology_id } = content
  let { topology_version } = content
  if (topology_id === null) topology_version = 0
  else if (topology_id !== had?.topology_id || topology_version !== had.topology_version) {
    const mine = topology_id === had?.topology_id || (await usable(q, 'topology', [topology_id], who)).has(topology_id)
    const drawing = mine ? await drawingOf(q, topology_id) : undefined
    if (drawing) topology_version = drawing.version
    else fields.push({ path: 'content.topology_id', rule: 'unknown_reference' })
  }
  if (fields.length) throw new Fail('validation', { fields })
  return sealedLab({ ...content, topology_version }, await flagKeys(platform), platform.random)
}

interface DrawnLab {
  topology_id: string
  topology_version: number
  name: string
  document: TopologyDocument
}
export async function labDrawing(
  q: Queryable,
  course: string,
  { id, revision }: { id: string; revision: number },
): Promise<DrawnLab | undefined> {
  const { rows } = await q.query<DrawnLab>(
    `select topology_id, topology_version, name, document from course_drawing
     where course_id = $1 and section_id = $2 and revision = $3`,
    [course, id, revision],
  )
  return rows[0]
}

interface Written {
  section_id: string
  revision: number
  content: LabContent
}
/** The drawing goes with the revision: the one the lab had, where its version is the same, else the one that is there now. */
export async function keepLabDrawing(
  q: Queryable,
  course: string,
  { section_id, revision, content }: Written,
): Promise<void> {
  const { topology_id, topology_version } = content
  if (topology_id === null) {
    await q.query('delete from course_drawing where course_id = $1 and section_id = $2 and revision = $3', [
      course,
      section_id,
      revision,
    ])
    return
  }
  const { rows } = await q.query<DrawnLab>(
    `select topology_id, topology_version, name, document from course_drawing
     where course_id = $1 and section_id = $2 and topology_id = $3 and topology_version = $4 order by revision desc limit 1`,
    [course, section_id, topology_id, topology_version],
  )
  let drawn = rows[0]
  if (!drawn) {
    const [found, drawing] = await Promise.all([documents('topology').get(q, topology_id), drawingOf(q, topology_id)])
    if (!found || !drawing) throw new Fail('topology_gone')
    drawn = {
      topology_id,
      topology_version: drawing.version,
      name: found.data.name ?? '',
      document: drawing.document,
    }
  }
  await q.query(
    `insert into course_drawing (course_id, section_id, revision, topology_id, topology_version, name, document)
     values ($1, $2, $3, $4, $5, $6, $7::jsonb)
     on conflict (course_id, section_id, revision) do update
       set topology_id = excluded.topology_id, topology_version = excluded.topology_version, name = excluded.name,
         document = excluded.document`,
    [
      course,
      section_id,
      revision,
      drawn.topology_id,
      drawn.topology_version,
      drawn.name,
      JSON.stringify(drawn.document),
    ],
  )
}

/** A section that begins with what another says begins with its drawing. */
export const copyLabDrawing = async (
  q: Queryable,
  from: { course: string; section: string; revision: number },
  to: { course: string; section: string; revision: number },
): Promise<void> =>
  void (await q.query(
    `insert into course_drawing (course_id, section_id, revision, topology_id, topology_version, name, document)
     select $4, $5, $6, topology_id, topology_version, name, document from course_drawing
     where course_id = $1 and section_id = $2 and revision = $3 on conflict do nothing`,
    [from.course, from.section, from.revision, to.course, to.section, to.revision],
  ))

/** Nodes that a check may look at: those that boot and have a shell of Linux. What it is asked of is judged again when it runs. */
export const askable = (document: TopologyDocument) =>
  document.nodes
    .filter((n) => n.kind === 'machine' || n.kind === 'container')
    .toSorted((a, b) => Number(isWorkplace(a)) - Number(isWorkplace(b)))
    .map(({ id, name }) => ({ id, name }))
/** Places for a flag that the drawing leaves open: the platform writes one there for each learner. */
export const openFlags = (document: TopologyDocument) =>
  document.nodes.flatMap((n) =>
    n.flags.filter((f) => f.value === '').map(({ id, name, path }) => ({ id, name, node: n.name, path })),
  )
