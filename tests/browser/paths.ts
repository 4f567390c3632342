/** Where each built screen is, with ids of rows that exist in its place. */
import type { ResourceSpec } from '#src/contract/lib/resource.ts'
import { resourceSpecs } from '#src/contract/lines.ts'
import { type BuiltName, type Screen, screens } from '#src/contract/screens/index.ts'
import { env } from '#config/env.ts'
import { call, range, signInApi } from './support.ts'

export const built: readonly Screen[] = screens.filter((s) => s.built && s.name !== 'token-entry')

/** An even choice of so many, always the same, however many screens there are; all of them when the whole is asked for. */
export const choiceOf = <T>(all: readonly T[], most: number): readonly T[] =>
  env.whole
    ? all
    : all.filter((_, n) => Math.floor((n * most) / all.length) !== Math.floor(((n - 1) * most) / all.length))

/** The first of each class, always the same; all of them when the whole is asked for. */
export function oneOfEach<T>(all: readonly T[], classOf: (one: T) => string): readonly T[] {
  if (env.whole) return all
  const seen = new Set<string>()
  return all.filter((one) => !seen.has(classOf(one)) && seen.add(classOf(one)))
}

/** Lists whose first row stands for the `:id` of a screen, where its resource does not say it; of two, the second is a list of that row. */
const special: Partial<Record<BuiltName, string>> = {
  'announcement-detail': '/announcements',
  'scene-monitor-detail': '/scenes',
  'theory-edit': '/theory-questions',
  'theory-auth': '/theory-questions',
  'exercise-edit': '/exercises',
  'exercise-auth': '/exercises',
  'flags-solve-edit': '/flag-challenges',
  'flags-solve-auth': '/flag-challenges',
  'paper-edit': '/papers',
  'paper-auth': '/papers',
  'classroom-monitor': '/classes?status=ongoing /classes/:id/hours',
  'course-edit': '/courses',
  'course-auth': '/courses',
  'course-visibility': '/courses',
  'lesson-manage': '/courses',
  'course-practice': '/courses',
  'exam-scoring': '/exams?status=ended',
  'exam-score-person': '/exams?status=ended',
  'exam-rapid-marking': '/exams?status=ended',
  'exam-guide': '/exams?status=ongoing',
  'exam-session': '/exams?status=ongoing',
  'exam-review': '/exams',
  'exam-score-analysis': '/exams?q=%E7%BB%93%E4%B8%9A',
  'exam-score-print': '/exams?q=%E7%BB%93%E4%B8%9A',
  'rationale-list': '/practice/sets',
  'collected-exercise': '/practice/sets /practice/sets/:id/questions',
  'volume-detail': '/practice/papers',
  'volume-exam': '/practice/papers',
  'volume-group-record': '/practice/papers',
  'practice-exercise': '/practice/sets /practice/sets/:id/questions',
  'practice-capture-flag-exercise': '/practice-flags',
  'capture-flag-list': '/flag-sets',
  'capture-flag-record': '/flag-sets',
  'topology-edit': '/topologies',
  'course-scene-console': '/scenes',
  'course-detail': '/learning/courses',
  'my-course-detail': '/learning/courses',
  lesson: '/learning/courses',
  'my-lesson': '/learning/courses',
  'lesson-exercise': '/learning/courses',
  'homework-exercise': '/learning/courses',
  'instance-monitor-display': '/scenes',
  'flag-contest-play': '/contests',
  'flag-display': '/contests',
  'contest-team-member': '/contest-entries',
  'arena-detail': '/my-arenas',
}

/** The list of the one resource whose rows the screen reads. */
function listOf(name: BuiltName): string | undefined {
  const read = Object.values<ResourceSpec>(resourceSpecs).filter(
    (l) => l.verbs.includes('get') && l.read.includes(name),
  )
  return special[name] ?? (read.length === 1 ? read[0]?.path : undefined)
}

const found = new Map<string, Promise<Map<string, string>>>()

/** Paths of all built screens, by name; a server is asked once. Rejects when a screen takes an id and nothing says of what. */
export function paths(): Promise<Map<string, string>> {
  const known = found.get(range()) ?? find()
  found.set(range(), known)
  return known
}

async function find(): Promise<Map<string, string>> {
  const { token } = await signInApi('super')
  const first = new Map<string, string>()
  const out = new Map<string, string>()
  /** A sheet of each exam, which the path of a candidate takes too. */
  const sheets = new Map<string, string>()
  for (const { name, path } of built) {
    const list = path.includes(':') ? listOf(name as BuiltName) : undefined
    if (list !== undefined && !first.has(list)) {
      let id = ''
      for (const one of list.split(' ')) {
        const { items } = await call<{ items: { id: string }[] }>(
          'GET',
          `${one.replace(':id', id)}${one.includes('?') ? '&' : '?'}page_size=1`,
          token,
        )
        id = items[0]?.id ?? ''
      }
      first.set(list, id)
    }
    const exam = path.includes(':examId/:userId') ? (first.get(list ?? '') ?? '') : undefined
    if (exam !== undefined && !sheets.has(exam)) {
      const { items } = await call<{ items: { attempt: string }[] }>('GET', `/exams/${exam}/sheets?page_size=1`, token)
      sheets.set(exam, items[0]?.attempt ?? '')
    }
    const filled = path
      .replace(':type', 'own')
      .replace(':course_id', () =>
        name === 'lesson-manage' || name === 'course-practice' ? (first.get(list ?? '') ?? '') : '-',
      )
      .replace(':lesson_id', '-')
      .replace(':examId', () => first.get(list ?? '') ?? ':examId')
      // nobody is in the class hour whose consoles are looked at
      .replace(':lessonId/:userId', '-/-')
      .replace(':userId', () => sheets.get(exam ?? '') ?? ':userId')
      .replace(':exercise_id', () => first.get(list ?? '') ?? ':exercise_id')
      .replace(':exam_id', () => first.get(list ?? '') ?? ':exam_id')
      .replace(':value', 'board')
      .replace(':resource_id', () => first.get(list ?? '') ?? ':resource_id')
      .replace(':arena_id', () => first.get(list ?? '') ?? ':arena_id')
      .replace(':id', () => first.get(list ?? '') ?? ':id')
    if (filled.includes(':')) throw new Error(`${name} is at ${path}: say in paths.ts what stands there`)
    out.set(name, filled)
  }
  return out
}
