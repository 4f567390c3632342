/** Questions of the banks in plain words: what they are, which bank keeps which, what is judged by rule and what by a person. */

export const banks = ['theory', 'exercise', 'flag'] as const
export type Bank = (typeof banks)[number]

export const theoryTypes = ['true-false', 'single', 'multiple', 'completion', 'short'] as const
export const questionTypes = [...theoryTypes, 'operation', 'flag'] as const
export type QuestionType = (typeof questionTypes)[number]
export const typesOf = {
  theory: theoryTypes,
  exercise: ['operation'],
  flag: ['flag'],
} as const satisfies Record<Bank, readonly QuestionType[]>
/** Resource of each bank's questions, and of the tree that sorts them. */
export const resourceOf = { theory: 'theory-question', exercise: 'exercise', flag: 'flag-challenge' } as const
export const setOf = { theory: 'theory-set', exercise: 'exercise-set', flag: 'flag-set' } as const
/** Levels of such a tree. */
export const setLevels = 6
export const bankOf = (type: QuestionType): Bank =>
  type === 'operation' ? 'exercise' : type === 'flag' ? 'flag' : 'theory'

/** Judged by rule the moment it is handed in. Completion and short answers wait for a person, as the specification says. */
export const judgedAtOnce: ReadonlySet<QuestionType> = new Set(['true-false', 'single', 'multiple', 'flag'])

export const difficulties = ['primary', 'intermediate', 'advanced'] as const
export type Difficulty = (typeof difficulties)[number]
/** What the texts of a question are written in; empty where its author did not say. */
export const textLanguages = ['', 'en-US', 'zh-CN'] as const

/** What a correct but incomplete choice of several earns: nothing, or the share of the right ones that were chosen. A wrong one always earns nothing. */
export const partials = ['none', 'share'] as const

/**
 * How a flag is compared: one text; a pattern that the whole answer must match; several texts of which one or all are wanted; a text made for
 * each person or team.
 */
export const flagKinds = ['static', 'regex', 'list', 'dynamic'] as const
export const flagNeeds = ['any', 'all'] as const
export const flagOwners = ['user', 'team'] as const
/** Figures of flags: characters of a dynamic one, wrong attempts a minute and account, least entropy of what is made in bits. */
export const flagLimits = {
  least: 8,
  most: 128,
  wrong: 10,
  per: 60,
  entropy: 64,
} as const

export const questionOrigins = [
  'manual',
  'package',
  'moodle-xml',
  'gift',
  'aiken',
  'qti',
  'table',
  'markdown',
  'ctfcli',
  'rcds',
  'gzctf',
  'ctfd',
  'cmgr',
  'juice-shop',
] as const

/** Names of attached files: no spaces and no special characters, as the specification says. */
export const attachedName = /^[\p{L}\p{N}_-][\p{L}\p{N}._-]{0,119}$/u

/** Files of one question at most. */
export const mostAttached = 20
/** Files handed in with one answer at most. */
export const mostHanded = 10

/** A text without what readers pass over: compatibility forms folded, letters lowered, marks of HTML, spaces and punctuation left out. */
export const comparisonText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/<[^<>]*>/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** Characters of a plain stem that says enough without its title. */
const saysEnough = 24

/**
 * The text by which two questions are the same to a reader: what is asked, with the options in whatever order. The title counts only where
 * the stem says little, since importers make titles up. Kept with each question, so that the finder of duplicates compares equal texts.
 */
export function sameText(title: string, stem: string, options: readonly string[] = []): string {
  const asked = comparisonText(stem)
  const offered = options.map((o) => comparisonText(o) || o.trim()).toSorted()
  return [asked.length >= saysEnough ? asked : comparisonText(title) + asked, ...offered].join('\n')
}
