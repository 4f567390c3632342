/** Exercises as our own package (`formats/package.schema.ts`), written while it is read: files first, then the records, the manifest last. */
import { createHash } from 'node:crypto'
import type { Attached, Exercise } from '#src/contract/bank/question.schema.ts'
import { type ZipEntry, zipOf } from '#mock/crud/zipped.ts'
import { type PackageManifest, importPackageFormat, importPackageVersion } from '#mock/import/formats/package.schema.ts'
import type { z } from 'zod'
import { picturesIn } from '../pictures.ts'
import { withRelativePictures, type QuestionAssets } from './written.ts'

type File = z.output<typeof Attached>
const placeOf = ({ file, name }: File): string => `files/${file}/${name}`
function record(e: Exercise, pictures: QuestionAssets['pictures']) {
  const text = (words: string) => withRelativePictures(words, pictures)
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

async function* entries(
  exercises: readonly Exercise[],
  at: Date,
  { pictures, open }: QuestionAssets,
): AsyncGenerator<ZipEntry> {
  const files: PackageManifest['files'] = []
  async function* counted(file: string, bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) {
    const hash = createHash('sha256')
    let size = 0
    for await (const chunk of bytes) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
    files.push({ file, sha256: hash.digest('hex'), size })
  }
  for (const id of picturesIn(exercises)) {
    const bytes = pictures.get(id)
    const name = `pictures/${id}`
    if (bytes) yield { name, bytes: counted(name, [bytes]) }
  }
  for (const [name, id] of filesOf(exercises)) yield { name, bytes: counted(name, open(id)) }
  const records = JSON.stringify(
    exercises.map((e) => record(e, pictures)),
    null,
    1,
  )
  yield { name: 'exercises.json', bytes: records }
  const manifest: PackageManifest = {
    format: importPackageFormat,
    version: importPackageVersion,
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
  yield { name: 'manifest.json', bytes: JSON.stringify(manifest, null, 1) }
}

export const exercisePackage = (
  exercises: readonly Exercise[],
  at: Date,
  held: QuestionAssets,
): AsyncGenerator<Uint8Array> => zipOf(entries(exercises, at, held))
