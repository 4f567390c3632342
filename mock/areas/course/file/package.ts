/** A course as our own package (`formats/course/package.schema.ts`), written while it is read. */
import type { Course } from '#src/contract/course/course.schema.ts'
import { isRecord } from '#src/contract/lib/typed.ts'
import type { ZipEntry } from '#mock/crud/zipped.ts'
import {
  type CoursePackage,
  coursePackageFormat,
  coursePackageVersion,
} from '#mock/import/formats/course/package.schema.ts'
import type { CourseFile } from '#src/contract/course/media.schema.ts'
import type { GatheredCourse } from './gather.ts'

export interface CourseOfFile extends Pick<Course, 'id' | 'name'> {
  data: Partial<Course>
  /** By name. */
  direction: string
}

export const pathOfFile = ({ file, name }: Pick<CourseFile, 'file' | 'name'>): string =>
  `files/${file}/${name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '_').replace(/^[.\s]+|[.\s]+$/g, '_') || 'file'}`

/** The value as the package has it: pictures beside it, files by their path. */
function packed(value: unknown, g: GatheredCourse): unknown {
  if (typeof value === 'string')
    return value.replace(/\]\(\/pictures\/([\w.-]{1,64})\)/g, (whole, id: string) =>
      g.pictures.has(id) ? `](pictures/${id})` : whole,
    )
  if (Array.isArray(value)) return value.map((v) => packed(v, g))
  if (!isRecord(value)) return value
  const { file, name } = value
  const own = typeof file === 'string' && typeof name === 'string' && g.files.some((f) => f.file.file === file)
  return Object.fromEntries(
    Object.entries(value).map(([k, v]) => [k, own && k === 'file' ? pathOfFile({ file, name }) : packed(v, g)]),
  )
}

export async function* courseEntries(
  { id, name, data, direction }: CourseOfFile,
  g: GatheredCourse,
  at: Date,
  open: (file: string) => AsyncIterable<Uint8Array>,
): AsyncGenerator<ZipEntry> {
  const pack = {
    format: coursePackageFormat,
    version: coursePackageVersion,
    created: at.toISOString(),
    course: {
      id,
      name,
      description: data.description ?? '',
      language: data.language ?? '',
      translation: data.translation ?? null,
      difficulty: data.difficulty ?? 'primary',
      credit: data.credit ?? 0,
      kind: data.kind ?? 'elective',
      knowledge: data.knowledge ?? [],
      skills: data.skills ?? [],
      certificate: data.certificate ?? null,
      direction,
      cover: g.cover ? `pictures/${g.cover.name}` : '',
      ...(Object.keys(g.weights).length ? { weights: g.weights } : {}),
    },
    chapters: g.outline.chapters.map(({ lessons, ...chapter }) => ({
      ...chapter,
      // what a lesson was taken from is a course of this platform
      lessons: lessons.map(({ sections, files = [], taken_from: _from, ...lesson }) => ({
        ...lesson,
        files,
        sections: sections.map((section) => {
          const { revision: _, ...said } = section
          return { ...said, content: g.content(section) }
        }),
      })),
    })),
    files: g.files.map(({ file, use }) => ({ path: pathOfFile(file), name: file.name, use })),
    questions: g.questions,
    topologies: g.topologies.map(({ ref, name: called, description }, n) => ({
      ref,
      name: called,
      description,
      file: `topologies/${n + 1}.json`,
    })),
    left_out: g.left,
  } satisfies Record<keyof CoursePackage, unknown>
  // the paths of `files` are paths already
  const written = Object.fromEntries(Object.entries(pack).map(([k, v]) => [k, k === 'files' ? v : packed(v, g)]))
  yield { name: 'course.json', bytes: JSON.stringify(written, null, 1) }
  const pictures = new Map([...g.pictures, ...(g.cover ? [[g.cover.name, g.cover.bytes] as const] : [])])
  for (const [picture, bytes] of pictures) yield { name: `pictures/${picture}`, bytes: [bytes] }
  for (const [n, t] of g.topologies.entries())
    yield { name: `topologies/${n + 1}.json`, bytes: JSON.stringify(t.document, null, 1) }
  const seen = new Set<string>()
  for (const { file } of g.files) {
    const path = pathOfFile(file)
    if (!seen.has(path)) yield { name: path, bytes: open(file.file) }
    seen.add(path)
  }
}
