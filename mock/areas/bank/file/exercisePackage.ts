/** Exercises as our own package (`formats/package.schema.ts`), written while it is read: files first, then the records, the manifest last. */
import { createHash, type Hash } from 'node:crypto'
import { ZipDeflate, ZipPassThrough } from 'fflate'
import type { Attached, Exercise } from '#src/contract/bank/question.schema.ts'
import { zipping } from '#mock/crud/zipped.ts'
import { type Manifest, packageFormat, packageVersion } from '#mock/import/formats/package.schema.ts'
import type { z } from 'zod'
import { picturesIn } from '../pictures.ts'
import type { PictureBytes } from './moodle.ts'

type File = z.output<typeof Attached>
interface Held {
  pictures: PictureBytes
  /** Bytes of an attachment by its id. */
  open(id: string): AsyncIterable<Uint8Array>
}

const placeOf = ({ file, name }: File): string => `files/${file}/${name}`
/** Pictures that lie in the package are named by their place there. */
const beside = (text: string, pictures: PictureBytes): string =>
  text.replace(/\]\(\/pictures\/([\w.-]{1,64})\)/g, (whole, id: string) =>
    pictures.has(id) ? `](pictures/${id})` : whole,
  )

function record(e: Exercise, pictures: PictureBytes) {
  const text = (words: string) => beside(words, pictures)
  const t = e.translation
  return {
    title: e.title,
    set: e.set_name,
    topology: e.topology_name,
    stem: text(e.stem),
    report: e.report,
    upload: e.upload,
    score: e.score,
    difficulty: e.difficulty,
    reference: text(e.reference),
    rubric: e.rubric,
    knowledge: e.knowledge,
    skills: e.skills,
    keywords: e.keywords,
    cve_ids: e.cve_ids,
    explanation: text(e.explanation),
    hints: e.hints.map((h) => ({ ...h, text: text(h.text) })),
    language: e.language,
    translation: t && {
      ...t,
      stem: text(t.stem),
      explanation: text(t.explanation),
      hints: t.hints.map(text),
    },
    writeup: text(e.writeup),
    attachments: e.attachments.map(placeOf),
    writeup_file: e.writeup_file && placeOf(e.writeup_file),
  }
}

const filesOf = (exercises: readonly Exercise[]): Map<string, string> =>
  new Map(
    exercises
      .flatMap((e) => [...e.attachments, ...(e.writeup_file ? [e.writeup_file] : [])])
      .map((f) => [placeOf(f), f.file]),
  )

export async function* exercisePackage(
  exercises: readonly Exercise[],
  at: Date,
  { pictures, open }: Held,
): AsyncGenerator<Uint8Array> {
  const { zip, take } = zipping()
  const files: Manifest['files'] = []
  async function* add(file: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const hash: Hash = createHash('sha256')
    let size = 0
    // what people attach is mostly packed already
    const entry = new ZipPassThrough(file)
    zip.add(entry)
    for await (const chunk of bytes) {
      hash.update(chunk)
      size += chunk.length
      entry.push(chunk)
      yield* take()
    }
    entry.push(new Uint8Array(), true)
    yield* take()
    files.push({ file, sha256: hash.digest('hex'), size })
  }
  const write = (name: string, text: string) => {
    const entry = new ZipDeflate(name, { level: 6 })
    zip.add(entry)
    entry.push(Buffer.from(text), true)
  }

  for (const id of picturesIn(exercises)) {
    const bytes = pictures.get(id)
    if (bytes)
      yield* add(
        `pictures/${id}`,
        (async function* () {
          yield bytes
        })(),
      )
  }
  for (const [place, id] of filesOf(exercises)) yield* add(place, open(id))
  const records = JSON.stringify(
    exercises.map((e) => record(e, pictures)),
    null,
    1,
  )
  write('exercises.json', records)
  const manifest: Manifest = {
    format: packageFormat,
    version: packageVersion,
    name: 'exercises',
    created: at.toISOString(),
    resources: [
      {
        resource: 'exercise',
        file: 'exercises.json',
        sha256: createHash('sha256').update(records).digest('hex'),
        count: exercises.length,
      },
    ],
    files,
  }
  write('manifest.json', JSON.stringify(manifest, null, 1))
  zip.end()
  yield* take()
}
