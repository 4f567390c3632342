/** The resources of the banks. Three banks of one kind, each with its own screens, so that a role may keep one and not the others. */
import type { ScreenName } from '../screens/index.ts'
import { field, resource, rowFields } from '../lib/resource.ts'
import { difficulties, partials, questionOrigins, theoryTypes } from './question.ts'
import type {
  Exercise,
  ExerciseBody,
  FlagBody,
  FlagChallenge,
  QuestionSet,
  SetBody,
  TheoryBody,
  TheoryQuestion,
} from './question.schema.ts'
import type { Paper, PaperBody } from './paper.schema.ts'
import { paperModes } from './paper.ts'

const shared = {
  ...rowFields,
  title: field.text,
  stem: field.longText,
  language: field.text,
  score: field.number,
  difficulty: field.one(difficulties),
  keywords: field.words,
  knowledge: field.words,
  skills: field.words,
  cve_ids: field.words,
  explanation: field.longText,
  hints: field.list,
  attachments: field.list,
  writeup: field.longText,
  writeup_file: field.list,
  translation: field.list,
  origin: field.one(questionOrigins),
  answers: field.number,
  correct_rate: field.number,
  papers: field.number,
  created_by: field.ref('user'),
  updated_by: field.ref('user'),
} as const
const common = {
  area: 'bank',
  label: 'title',
  find: ['title', 'stem', 'translation.title', 'translation.stem', 'keywords', 'knowledge', 'cve_ids'],
  sort: ['title', 'score', 'difficulty', 'updated_at', 'created_at'],
  order: '-updated_at',
  unique: [],
  verbs: ['list', 'get', 'create', 'update', 'remove', 'options', 'audience'],
  restorable: true,
  audience: true,
  owned: true,
  /** Into the set it lies in; into another of the caller's a copy is put by whoever may use it. */
  actions: { copy: { on: 'own', level: 'use' } },
} as const
const filters = [
  'set_id',
  'difficulty',
  'keywords',
  'knowledge',
  'skills',
  'cve_ids',
  'origin',
  'created_by',
  'updated_at',
] as const

export const theoryScreens = ['theory-bank', 'theory-add', 'theory-edit', 'theory-auth'] as const
export const exerciseScreens = ['exercise-bank', 'exercise-add', 'exercise-edit', 'exercise-auth'] as const
export const flagScreens = ['flags-solve', 'flags-solve-add', 'flags-solve-edit', 'flags-solve-auth'] as const
const paperScreens = ['paper-bank', 'paper-add', 'paper-edit', 'paper-auth'] as const

export const theoryQuestion = resource<TheoryQuestion, TheoryBody>()('theory-question', {
  ...common,
  path: '/theory-questions',
  touches: ['theory-sets', 'papers'],
  fields: {
    ...shared,
    type: field.one(theoryTypes),
    truth: field.flag,
    options: field.list,
    partial: field.one(partials),
    shuffle: field.flag,
    blanks: field.list,
    reference: field.longText,
    rubric: field.list,
    set_id: field.into('theory-set'),
  },
  filter: ['type', ...filters],
  read: theoryScreens,
  write: theoryScreens,
  page: 'theory-edit',
  // whoever puts papers together picks questions
  options: paperScreens,
})
export const exercise = resource<Exercise, ExerciseBody>()('exercise', {
  ...common,
  path: '/exercises',
  touches: ['exercise-sets', 'papers'],
  fields: {
    ...shared,
    set_id: field.into('exercise-set'),
    topology_id: field.ref('topology'),
    upload: field.list,
    report: field.flag,
    reference: field.longText,
    rubric: field.list,
  },
  filter: [...filters, 'topology_id'],
  read: exerciseScreens,
  write: exerciseScreens,
  page: 'exercise-edit',
  options: paperScreens,
})
export const flagChallenge = resource<FlagChallenge, FlagBody>()('flag-challenge', {
  ...common,
  path: '/flag-challenges',
  touches: ['flag-sets', 'papers'],
  fields: {
    ...shared,
    set_id: field.into('flag-set'),
    topology_id: field.ref('topology'),
    author: field.text,
    flag: field.list,
    connection: field.text,
    writeup_open: field.flag,
  },
  filter: [...filters, 'topology_id'],
  read: flagScreens,
  write: flagScreens,
  page: 'flags-solve-edit',
  options: paperScreens,
})
export const paper = resource<Paper, PaperBody>()('paper', {
  ...common,
  path: '/papers',
  touches: ['paper-sets', 'theory-questions', 'exercises', 'flag-challenges'],
  label: 'name',
  fields: {
    ...rowFields,
    name: field.text,
    description: field.longText,
    set_id: field.into('paper-set'),
    difficulty: field.one(difficulties),
    duration: field.number,
    pass: field.number,
    mode: field.one(paperModes),
    practice: field.flag,
    shuffle_items: field.flag,
    shuffle_options: field.flag,
    rules: field.list,
    variants: field.list,
    score: field.number,
    items: field.number,
    exams: field.number,
    created_by: field.ref('user'),
    updated_by: field.ref('user'),
  },
  find: ['name', 'description'],
  filter: ['set_id', 'difficulty', 'mode', 'practice', 'created_by', 'updated_at'],
  sort: ['name', 'difficulty', 'updated_at', 'created_at'],
  order: '-updated_at',
  unique: [['name']],
  read: paperScreens,
  write: paperScreens,
  page: 'paper-edit',
  options: ['exam-manage', 'exam-add', 'exam-edit', 'lesson-manage'],
})

const tree = {
  area: 'bank',
  label: 'name',
  fields: {
    ...rowFields,
    name: field.text,
    description: field.longText,
    order: field.number,
    practice: field.flag,
    own: field.number,
    all: field.number,
  },
  find: ['name', 'description'],
  filter: ['practice'],
  sort: ['order', 'name'],
  order: 'order',
  unique: [['name', 'parent_id']],
  restorable: true,
  verbs: ['list', 'get', 'create', 'update', 'remove', 'options'],
  owned: true,
} as const

/** Choosing who sees the questions of a set: their rights decide, not those of the set. */
const authorising = (screens: readonly ScreenName[]) => ({ on: 'own', level: 'read', screens }) as const

export const theorySet = resource<QuestionSet, SetBody>()('theory-set', {
  ...tree,
  actions: { authorise: authorising(theoryQuestion.write) },
  path: '/theory-sets',
  touches: ['theory-questions'],
  fields: { ...tree.fields, parent_id: field.into('theory-set') },
  read: ['theory-type', ...theoryScreens],
  write: ['theory-type'],
  page: 'theory-type',
  options: [...theoryScreens, ...paperScreens, 'resource-import', 'course-practice'],
  usedBy: ['theory-question.set_id', 'theory-set.parent_id'],
})
export const exerciseSet = resource<QuestionSet, SetBody>()('exercise-set', {
  ...tree,
  actions: { authorise: authorising(exercise.write) },
  path: '/exercise-sets',
  touches: ['exercises'],
  fields: { ...tree.fields, parent_id: field.into('exercise-set') },
  read: ['exercise-type', ...exerciseScreens],
  write: ['exercise-type'],
  page: 'exercise-type',
  options: [...exerciseScreens, ...paperScreens, 'resource-import', 'course-practice'],
  usedBy: ['exercise.set_id', 'exercise-set.parent_id'],
})
export const flagSet = resource<QuestionSet, SetBody>()('flag-set', {
  ...tree,
  actions: { authorise: authorising(flagChallenge.write) },
  path: '/flag-sets',
  touches: ['flag-challenges'],
  fields: { ...tree.fields, parent_id: field.into('flag-set') },
  read: ['flags-solve-type', ...flagScreens],
  write: ['flags-solve-type'],
  page: 'flags-solve-type',
  options: [...flagScreens, ...paperScreens, 'resource-import'],
  usedBy: ['flag-challenge.set_id', 'flag-set.parent_id'],
})
export const paperSet = resource<QuestionSet, SetBody>()('paper-set', {
  ...tree,
  path: '/paper-sets',
  fields: { ...tree.fields, parent_id: field.into('paper-set') },
  read: ['paper-type', ...paperScreens],
  write: ['paper-type'],
  page: 'paper-type',
  options: paperScreens,
  usedBy: ['paper.set_id', 'paper-set.parent_id'],
})
