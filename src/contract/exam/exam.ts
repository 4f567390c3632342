/** Exams in plain words: how one is set up, and what it is narrowed and ordered by. Its candidates are its audience. */
import { field, resource, rowFields } from '../lib/resource.ts'
import type { Exam, ExamBody } from './exam.schema.ts'
import { attemptRules } from './score.ts'
import { examStatuses } from './status.ts'

/** `practice` counts nowhere; `trial` is a rehearsal by those who keep the exam. */
export const examKinds = ['exam', 'practice', 'trial'] as const
/** It begins by the clock, or when an invigilator says so. */
export const startModes = ['clock', 'go'] as const
/** Back and forth at will, or one question after the other and never back. */
export const navigations = ['free', 'sequential'] as const
/** What a candidate sees of his sheet afterwards: nothing, his points, his answers with their points, the right answers too. */
export const reviewDepths = ['nothing', 'points', 'answers', 'keys'] as const
export type ReviewDepth = (typeof reviewDepths)[number]

/**
 * Fewest candidates of a group that has figures of its own for who marks without names: among fewer, a figure tells whose sheet it is of.
 * k-anonymity (Sweeney 2002, doi 10.1142/S0218488502001648), with the k that is common in practice (El Emam and Dankar 2008,
 * doi 10.1197/jamia.M2716).
 */
export const fewestNamed = 5

export const examLimits = {
  attempts: 10,
  /** Minutes. */
  duration: 24 * 60,
  extra: 12 * 60,
  /** Minutes that an exam which begins at once may have run when its plan is saved: nobody fills in the form in less. */
  at_once: 5,
  notice: 4096,
  declaration: 2048,
  message: 500,
  reason: 500,
  comment: 2048,
  objection: 1000,
  /** Lines of a list of candidates. */
  list: 2000,
  /** Longest answer that may say nothing. */
  blank: 40,
  /** Seconds between the last key and the save. */
  typing: 2,
  /** Seconds between two signs of life of a page that has nothing to save. */
  beat: 20,
  /** Answers in one save. */
  save: 100,
  /** Sheets whose equal answers are marked, or unmarked, in one call. */
  alikeAtOnce: 50,
} as const

/** Whoever holds one of these keeps exams. */
export const examKeeping = ['exam-manage', 'exam-add', 'exam-edit'] as const
/** Whoever holds one of these marks. */
export const markingScreens = ['exam-scoring', 'exam-score-person', 'exam-rapid-marking'] as const
/** Whoever holds one of these sees what came of an exam. */
export const resultScreens = ['exam-score-analysis', ...markingScreens] as const
/** Whoever holds one of these reads exams. */
const examReading = [...examKeeping, ...markingScreens, 'exam-score-analysis'] as const
/** Pages on which candidates sit exams: the server looks who is one. */
export const sitting = ['exam-list', 'exam-guide', 'exam-session', 'exam-review'] as const

/** What stays as it is once somebody has begun: his sheet was made of it. */
const begunFields = ['paper_id', 'declaration', 'kind', 'start_mode', 'navigation', 'starts_at'] as const
/** What says nothing any more once somebody ended it. */
const endedFields = ['starts_at', 'ends_at', 'start_mode', 'duration', 'late', 'early', 'attempts'] as const
/** Fields of an exam that no longer change, each with the rule that keeps it. */
export function fixedFields(e: {
  begun: number
  ended_at: string | null
}): ReadonlyMap<string, 'begun_already' | 'ended_already'> {
  return new Map([
    ...(e.begun > 0 ? begunFields.map((f) => [f, 'begun_already'] as const) : []),
    ...(e.ended_at === null ? [] : endedFields.map((f) => [f, 'ended_already'] as const)),
  ])
}

export const exam = resource<Exam, ExamBody>()('exam', {
  area: 'exam',
  path: '/exams',
  label: 'name',
  fields: {
    ...rowFields,
    name: field.text,
    kind: field.one(examKinds),
    status: field.one(examStatuses),
    notice: field.longText,
    declaration: field.longText,
    paper_id: field.ref('paper'),
    starts_at: field.time,
    ends_at: field.time,
    start_mode: field.one(startModes),
    duration: field.number,
    late: field.number,
    early: field.number,
    attempts: field.number,
    attempt_rule: field.one(attemptRules),
    navigation: field.one(navigations),
    full_screen: field.flag,
    focus: field.flag,
    results_at: field.time,
    review_depth: field.one(reviewDepths),
    review_from: field.time,
    review_to: field.time,
    anonymous: field.flag,
    markers: field.refs('user'),
    double: field.flag,
    threshold: field.number,
    objections: field.flag,
    grade_a: field.number,
    grade_b: field.number,
    grade_c: field.number,
    score: field.number,
    begun: field.number,
    handed_in: field.number,
    to_be_scored: field.number,
    published_at: field.time,
    created_by: field.ref('user'),
    updated_by: field.ref('user'),
  },
  find: ['name'],
  filter: ['kind', 'status', 'paper_id', 'starts_at', 'ends_at', 'created_by', 'updated_at'],
  sort: ['name', 'starts_at', 'ends_at', 'updated_at', 'created_at'],
  order: '-starts_at',
  unique: [['name']],
  verbs: ['list', 'get', 'create', 'update', 'remove', 'options', 'audience'],
  audience: true,
  owned: true,
  restorable: true,
  actions: {
    copy: { on: 'own', level: 'use' },
    /** Who sits it and what came of it. To read and to use an exam is to read how it is set up, and to copy that. */
    follow: { on: 'own', named: true, personal: true, screens: examReading },
    /** Looking at its candidates while they write. */
    watch: { on: 'own', named: true, personal: true, screens: ['exam-manage'] },
    /** Reading its answers and how they were judged: those who are named; where nobody is, whoever may change it. */
    mark: { on: 'own', named: true, personal: true, screens: markingScreens },
    /** Judging them: for that the pages are not open for reading alone. */
    give: { on: 'own', named: true, screens: markingScreens },
    /** Reading its keys to change them: whoever keeps it, a marker or not. Who only marks has them beside the answers he judges. */
    keys: { on: 'own', personal: true, screens: markingScreens },
    analyse: { on: 'own', named: true, personal: true, screens: ['exam-score-analysis'] },
    /** More time, messages, other keys and limits of grades. */
    run: { on: 'own', screens: ['exam-manage'] },
    start: { on: 'own', screens: ['exam-manage'] },
    pause: { on: 'own', screens: ['exam-manage'] },
    recover: { on: 'own', screens: ['exam-manage'] },
    end: { on: 'own', screens: ['exam-manage'] },
    /** Showing its results, by whoever keeps it: a marker or not. */
    publish: { on: 'own', screens: ['exam-manage', ...markingScreens] },
    withdraw: { on: 'own', screens: ['exam-manage'] },
  },
  read: examReading,
  write: examKeeping,
  page: 'exam-edit',
  touches: ['exam-sheets', 'my-exams'],
})
