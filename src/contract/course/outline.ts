/**
 * The outline of a course: chapters, their lessons, and the sections of those. Ids stay the same from edition to edition, so that what somebody
 * has done is found again whatever was moved, renamed or written anew.
 */
import { noHomework } from './homework.ts'
import { isEmptyLab } from './lab.ts'
import type { Outline, OutlineLesson, OutlineSection, SectionContent } from './outline.schema.ts'

/** `slides`: Markdown, a slide ends where a line is `---` alone; or a PDF. */
export const sectionKinds = ['text', 'slides', 'quiz', 'video', 'document', 'homework', 'lab', 'package'] as const
export type SectionKind = (typeof sectionKinds)[number]

/**
 * When a section is done: read to its end; answered; answered with at least a share of its points, or with no attempt left; when the learner says so; a share of it watched;
 * every check of a lab passed; its report marked with at least a share of the points; completed as its package reports it; when a teacher says so.
 */
export const completionRules = [
  'read',
  'answered',
  'score',
  'exhausted',
  'ticked',
  'watched',
  'checks',
  'report',
  'completed',
  'teacher',
] as const
export type CompletionRule = (typeof completionRules)[number]
/** The rules each kind of section may have; the first is its usual one. */
export const completionOf: Readonly<Record<SectionKind, readonly [CompletionRule, ...CompletionRule[]]>> = {
  text: ['read', 'ticked', 'teacher'],
  slides: ['read', 'ticked', 'teacher'],
  quiz: ['answered', 'score', 'exhausted', 'teacher'],
  video: ['watched', 'ticked', 'teacher'],
  document: ['read', 'ticked', 'teacher'],
  lab: ['checks', 'report', 'ticked', 'teacher'],
  homework: ['answered', 'score', 'exhausted', 'teacher'],
  package: ['completed', 'score', 'ticked', 'teacher'],
}
/** Rules a learner fulfils by saying so, or by having come to the end. */
export const saidRules: ReadonlySet<CompletionRule> = new Set(['read', 'ticked'])
/** Rules that want a share, of the points or of the seconds. */
export const sharedRules: ReadonlySet<CompletionRule> = new Set(['score', 'exhausted', 'report', 'watched'])
/** Rules that look at the points of what was answered. */
export const scoreRules: ReadonlySet<CompletionRule> = new Set(['score', 'exhausted'])
/** Share of the points, or of the seconds, that a new section wants. */
export const usualShare = (kind: SectionKind): number => (kind === 'video' ? 0.9 : 0.6)

export const outlineLimits = {
  chapters: 50,
  lessons: 300,
  /** Of one lesson. */
  sections: 30,
  title: 100,
  /** Characters of a section's Markdown. */
  text: 20_000,
  slides: 200,
  /** Questions of a quiz, and how often it may be handed in. */
  questions: 100,
  attempts: 20,
  /** Class hours of a lesson. */
  hours: 100,
  /** That a section is meant to take. */
  minutes: 600,
} as const

export const lessonsOf = (outline: Outline): OutlineLesson[] => outline.chapters.flatMap((c) => c.lessons)
export const sectionsOf = (outline: Outline): OutlineSection[] => lessonsOf(outline).flatMap((l) => l.sections)

const slideEnd = /^---[ \t]*$/m
/** The slides of a text, in their order; one that says nothing is left out. Fences are not looked into: a line `---` in code is written indented. */
export const slidesOf = (markdown: string): string[] =>
  markdown
    .replaceAll('\r\n', '\n')
    .split(slideEnd)
    .map((s) => s.trim())
    .filter(Boolean)

export type ContentOf<K extends SectionKind> = Extract<SectionContent, { kind: K }>
export const isOfKind = <K extends SectionKind, C extends { kind: SectionKind }>(
  content: C | undefined,
  kind: K,
): content is Extract<C, { kind: K }> => content?.kind === kind

/** What a section of a kind says before anybody wrote it, and whether what it says is nothing. */
const contentKinds: { [K in SectionKind]: { none: ContentOf<K>; isEmpty: (content: ContentOf<K>) => boolean } } = {
  text: { none: { kind: 'text', body: '', body_other: '' }, isEmpty: (c) => c.body.trim() === '' },
  slides: {
    none: { kind: 'slides', body: '', body_other: '', pdf: null, pdf_other: null },
    isEmpty: (c) => !c.pdf && slidesOf(c.body).length === 0,
  },
  quiz: { none: { kind: 'quiz', items: [], attempts: null, shuffle: false }, isEmpty: (c) => c.items.length === 0 },
  video: {
    none: { kind: 'video', video: null, video_other: null, captions: [], chapters: [], free_seek: true },
    // how much of it was watched is a share of how long it is
    isEmpty: (c) => !c.video || c.video.seconds === 0,
  },
  document: {
    none: { kind: 'document', pdf: null, pdf_other: null, download: false },
    isEmpty: (c) => !c.pdf,
  },
  lab: {
    none: { kind: 'lab', topology_id: null, topology_version: 0, minutes: 60, steps: [], report: null },
    isEmpty: isEmptyLab,
  },
  homework: { none: noHomework, isEmpty: (c) => c.items.length === 0 },
  package: { none: { kind: 'package', pack: null, pack_other: null }, isEmpty: (c) => !c.pack },
}
const emptyAs = <K extends SectionKind>(content: SectionContent, kind: K): boolean =>
  isOfKind(content, kind) && contentKinds[kind].isEmpty(content)
export const isEmptyContent = (content: SectionContent): boolean => emptyAs(content, content.kind)
export const noContent = (kind: SectionKind): SectionContent => structuredClone(contentKinds[kind].none)

/** What a learner misses between two editions: sections by id. */
export interface EditionChange {
  added: OutlineSection[]
  removed: OutlineSection[]
  /** Written anew: another revision of the content. */
  rewritten: OutlineSection[]
  /** Done by another rule from then on. */
  ruled: OutlineSection[]
}
/** @param before what is shown; undefined when nothing is yet */
export function editionChange(before: Outline | undefined, after: Outline): EditionChange {
  const was = new Map((before ? sectionsOf(before) : []).map((s) => [s.id, s]))
  const is = new Set(sectionsOf(after).map((s) => s.id))
  const kept = sectionsOf(after).flatMap((s) => {
    const old = was.get(s.id)
    return old ? [{ old, s }] : []
  })
  return {
    added: sectionsOf(after).filter((s) => !was.has(s.id)),
    removed: [...was.values()].filter((s) => !is.has(s.id)),
    rewritten: kept.filter(({ old, s }) => old.revision !== s.revision).map(({ s }) => s),
    ruled: kept
      .filter(({ old, s }) => old.rule !== s.rule || old.share !== s.share || old.optional !== s.optional)
      .map(({ s }) => s),
  }
}
