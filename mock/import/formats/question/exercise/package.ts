/** Exercises of our own package: records of `exercises.json` with their pictures and files beside the manifest. */
import { limits } from '#src/contract/limits.ts'
import { Attached } from '#src/contract/bank/question.schema.ts'
import { mostAttached } from '#src/contract/bank/question.ts'
import type { ReadRow, Place } from '../../found.ts'
import { object } from '../../read/loose.ts'
import { rowRefusal } from '../../rows.ts'
import { baseName, type SourceFile } from '../../source.ts'
import { besideBox, besideFile } from '../beside.ts'
import { foreign, Foreign, NoQuestion } from '../question.ts'
import { setName } from '../set.ts'
import { exerciseRow } from './row.ts'

type Data = Record<string, unknown>
/** Fields with texts that may show pictures. */
const texts = ['stem', 'explanation', 'reference', 'writeup', 'hints', 'translation'] as const

async function withPictures(q: Foreign, value: unknown): Promise<unknown> {
  if (typeof value === 'string') return q.pictures.markdown(value)
  if (Array.isArray(value)) return Promise.all(value.map((v) => withPictures(q, v)))
  if (value === null || typeof value !== 'object') return value
  const out: Data = {}
  for (const [name, v] of Object.entries(value)) out[name] = await withPictures(q, v)
  return out
}

interface Here {
  q: Foreign
  source: SourceFile
  beside: readonly SourceFile[]
}

/** A file the record names by its path; its bytes are taken over with the plan. */
function file({ q, source, beside }: Here, path: unknown, at: string) {
  if (typeof path !== 'string') throw new NoQuestion('type', {}, at)
  const found = besideFile(source, beside, path)
  if (!found) throw new NoQuestion('file_missing', { name: path.slice(0, 200) }, at)
  if (found.size > limits.upload) throw new NoQuestion('max', { max: limits.upload }, at)
  const attached = Attached.safeParse({ file: `@${q.files.length}`, name: baseName(path), size: found.size })
  if (!attached.success) throw new NoQuestion('attached_name', {}, at)
  q.files.push({ mark: attached.data.file, name: attached.data.name, source: found })
  return attached.data
}

async function fields(here: Here, { attachments, writeup_file, ...record }: Data): Promise<Data> {
  const data = { ...record }
  for (const name of texts) if (name in data) data[name] = await withPictures(here.q, data[name])
  if (Array.isArray(attachments)) {
    if (attachments.length > mostAttached) throw new NoQuestion('max', { max: mostAttached }, 'attachments')
    data['attachments'] = attachments.map((path, n) => file(here, path, `attachments.${n}`))
  }
  if (writeup_file !== undefined)
    data['writeup_file'] = writeup_file === null ? null : file(here, writeup_file, 'writeup_file')
  return data
}

export async function exerciseRecord(
  source: SourceFile,
  beside: readonly SourceFile[],
  place: Place,
  value: unknown,
): Promise<ReadRow> {
  const { set, topology, ...record } = object(value)
  const q = new Foreign(place, besideBox(source, beside))
  q.label = typeof record['title'] === 'string' ? record['title'] : ''
  if (typeof set !== 'string' || set.trim() === '')
    return rowRefusal('exercise', place, q.label.slice(0, 200), [{ path: 'set', rule: 'required' }])
  return foreign('exercise', q, async () =>
    exerciseRow(
      q,
      setName([set]),
      await fields({ q, source, beside }, record),
      typeof topology === 'string' ? topology.trim() : undefined,
    ),
  )
}
