/** A package as its learner has it: what is in it, and how far they are. */
import type { ContentOf } from '#src/contract/course/outline.ts'
import type { ShownPack } from '#src/contract/course/package.schema.ts'
import type { CourseFile } from '#src/contract/course/media.schema.ts'
import type { LearnLesson } from '#src/contract/course/learn.schema.ts'
import type { AskedSection, LearnReading } from '../learn/quiz.ts'
import { manifestsOf } from './arrive.ts'
import { itemRows } from './commit.ts'

type ShownPackage = Extract<LearnLesson['sections'][number]['content'], { kind: 'package' }>

export async function packageForLearner(
  { q, who }: LearnReading,
  { course, section, content }: AskedSection<ContentOf<'package'>>,
): Promise<ShownPackage> {
  const files = [content.pack, content.pack_other].flatMap((f) => f?.file ?? [])
  const at = { user_id: who.id, course_id: course.id, section_id: section.id }
  const [manifests, rows] = await Promise.all([manifestsOf(q, files), course.preview ? [] : itemRows(q, at, files)])
  const shown = (file: CourseFile | null): ShownPack | null => {
    const manifest = file && manifests.get(file.file)
    if (!manifest) return null
    const own = rows.filter((r) => r.file_id === file.file)
    const by = new Map(own.map((r) => [r.item, r]))
    return {
      ...file,
      title: manifest.title,
      items: manifest.items.map(({ id, title, depth, kind }) => ({
        id,
        title,
        depth,
        kind,
        state: by.get(id)?.state ?? 'none',
        score: by.get(id)?.score ?? null,
      })),
      seconds: own.reduce((n, r) => n + r.before_seconds + r.seconds, 0),
      at: own.at(-1)?.item ?? null,
    }
  }
  return { kind: 'package', pack: shown(content.pack), pack_other: shown(content.pack_other) }
}
