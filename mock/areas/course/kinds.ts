/** What each kind of section does on the server beside being kept. A new kind is one line here, and a file where it does much. */
import type { LearnLesson } from '#src/contract/course/learn.schema.ts'
import { type ContentOf, isOfKind, noContent, type SectionKind } from '#src/contract/course/outline.ts'
import type { SectionContent } from '#src/contract/course/outline.schema.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Caller, Platform } from '#mock/http/request/handler.ts'
import { openedLab, settleLab } from './lab/content.ts'
import { shownLab } from './lab/shown.ts'
import { type AskedSection, type LearnReading, quizOf } from './learn/quiz.ts'
import { settleFiles, settleVideo } from './media/settle.ts'
import { videoWithWatched } from './media/watch.ts'
import { packageForLearner } from './package/shown.ts'
import { settleHomework } from './homework/settle.ts'
import { homeworkBrief } from './homework/shown.ts'
import { settleItems } from './settle.ts'

type ShownContent = LearnLesson['sections'][number]['content']
interface SettledAt {
  /** Id of the course. */
  course: string
  platform: Platform
}
interface KindRules<K extends SectionKind> {
  /** What is sent, checked against the rest of the product and against what it said before. Throws where it names what is not there. */
  settle?: (
    q: Queryable,
    content: ContentOf<K>,
    had: ContentOf<K> | undefined,
    who: Caller,
    at: SettledAt,
  ) => Promise<ContentOf<K>>
  /** As its author wrote it, where it is kept otherwise. */
  opened?: (content: ContentOf<K>, platform: Platform) => Promise<ContentOf<K>>
  /** As its learner gets it, without anything that is not told yet. */
  shown: (r: LearnReading, asked: AskedSection<ContentOf<K>>) => ShownContent | Promise<ShownContent>
  /** Where somebody is in it: a share of it, the number of a slide or page, or a second. */
  place: (sent: number) => number
  /** Its learner may say that it is done. */
  saysDone: boolean
}
const share = (sent: number) => Math.min(1, sent)
const kindRules: { [K in SectionKind]: KindRules<K> } = {
  text: { shown: (_, { content }) => content, place: share, saysDone: true },
  slides: { settle: settleFiles, shown: (_, { content }) => content, place: Math.floor, saysDone: true },
  quiz: { settle: settleItems, shown: quizOf, place: share, saysDone: false },
  video: { settle: settleVideo, shown: videoWithWatched, place: (second) => second, saysDone: true },
  document: { settle: settleFiles, shown: (_, { content }) => content, place: Math.floor, saysDone: true },
  lab: { settle: settleLab, opened: openedLab, shown: shownLab, place: share, saysDone: true },
  package: { settle: settleFiles, shown: packageForLearner, place: share, saysDone: true },
  homework: { settle: settleHomework, shown: homeworkBrief, place: share, saysDone: false },
}

export const placeIn = (kind: SectionKind, sent: number): number => kindRules[kind].place(sent)
export const saysDone = (kind: SectionKind): boolean => kindRules[kind].saysDone

export async function settledContent(
  q: Queryable,
  content: SectionContent,
  had: SectionContent | undefined,
  who: Caller,
  at: SettledAt,
): Promise<SectionContent> {
  const as = async <K extends SectionKind>(kind: K) => {
    if (!isOfKind(content, kind)) return content
    const before = isOfKind(had, kind) ? had : undefined
    return (await kindRules[kind].settle?.(q, content, before, who, at)) ?? content
  }
  return as(content.kind)
}

/** What is kept of a section, as its author wrote it. */
export async function openedContent(content: SectionContent, platform: Platform): Promise<SectionContent> {
  const as = async <K extends SectionKind>(kind: K) =>
    isOfKind(content, kind) ? ((await kindRules[kind].opened?.(content, platform)) ?? content) : content
  return as(content.kind)
}

/** @param asked its content is undefined where nobody wrote it */
export async function shownContent(
  r: LearnReading,
  asked: Omit<AskedSection<SectionContent>, 'content'> & { content: SectionContent | undefined },
): Promise<ShownContent> {
  const { kind } = asked.section
  const content = asked.content ?? noContent(kind)
  const as = <K extends SectionKind>(k: K) => {
    if (!isOfKind(content, k)) throw new Error(`section ${asked.section.id} says something of another kind`)
    return kindRules[k].shown(r, { ...asked, content })
  }
  return as(kind)
}
