/** Which courses an archive holds, and which files belong to them. */
import { headSize, headText, type Format } from '../format.ts'
import { problemOfFile } from '../found.ts'
import type { Detected } from '../registry.ts'
import { head, type SourceFile } from '../source.ts'
import { cartridgeCourse } from './cartridge.ts'
import { courseList } from './courseList.ts'
import type { CourseFormat } from './format.ts'
import { markdownCourse } from './markdown.ts'
import { moodleCourse } from './moodle.ts'
import { olxCourse } from './olx.ts'
import { ownCourse } from './package.ts'
import { cmi5Structure, scormStructure } from './structure.ts'

/** The richer formats first: what is a course by one of them is none by another. */
export const courseFormats: readonly CourseFormat[] = [
  ownCourse,
  olxCourse,
  moodleCourse,
  cartridgeCourse,
  scormStructure,
  cmi5Structure,
  markdownCourse,
  courseList,
]

const asFormat = (f: CourseFormat): Format => ({
  id: f.id,
  resources: ['course', 'course-lesson', 'theory-question', 'topology'],
  sniff: () => 0,
  read: (source, beside) => f.read(source, beside),
})
const known = new Map(courseFormats.map((f) => [f.id, asFormat(f)]))

/** Beginnings of files by which formats tell themselves. */
const telling = /\.(?:xml|json|csv|html?)$/i

export async function detectCourses(sources: readonly SourceFile[]): Promise<Detected[]> {
  const heads = new Map<SourceFile, string>()
  const problems: Detected[] = []
  for (const source of sources)
    try {
      if (telling.test(source.name)) heads.set(source, headText(await head(source, headSize)))
    } catch (error) {
      const problem = problemOfFile(source.name, error)
      if (!problem) throw error
      problems.push({ source, format: null, confidence: 0, problem })
    }
  const broken = new Set(problems.map((p) => p.source))
  for (const format of courseFormats) {
    const leads = format.leads(
      sources.filter((s) => !broken.has(s)),
      (s) => heads.get(s) ?? '',
    )
    const [first] = leads
    if (!first) continue
    return sources.map((source): Detected => {
      const problem = problems.find((p) => p.source === source)
      if (problem) return problem
      const lead = leads.includes(source)
      return lead
        ? { source, format: known.get(format.id) ?? null, confidence: 1 }
        : { source, format: null, confidence: 0, part: first.name }
    })
  }
  return sources.map((source) => problems.find((p) => p.source === source) ?? { source, format: null, confidence: 0 })
}
export const courseImportFormats: readonly Format[] = [...known.values()]
