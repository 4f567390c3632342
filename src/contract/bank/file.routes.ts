/** Banks as files that other systems read. Which questions are written is said as the list says it: chosen ones, or what its filters let through. */
import { z } from 'zod'
import { listQuery } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import { exercise, flagChallenge, theoryQuestion } from './banks.ts'

export const questionFormats = ['moodle-xml', 'gift', 'table'] as const
export const challengeFormats = ['ctfcli'] as const
export const exerciseFormats = ['package', 'table', 'xlsx', 'moodle-xml'] as const

const template = z.strictObject({
  format: z.enum(['csv', 'xlsx']).default('xlsx'),
  language: z.enum(['en-US', 'zh-CN']).default('en-US'),
})

export const questionFileRoutes = routes({
  'GET /theory-questions/template': {
    summary:
      'A template table with one question of each type to extend and import, with headings in the given language',
    screens: ['theory-bank'],
    query: template,
    reply: z.unknown(),
    stream: 'download',
  },
  'GET /exercises/template': {
    summary: 'A template table with one exercise to extend and import, with headings in the given language',
    screens: ['exercise-bank'],
    query: template,
    reply: z.unknown(),
    stream: 'download',
  },
  'GET /theory-questions/file': {
    summary: 'The listed questions as a file; what the format cannot express is named in it',
    screens: ['theory-bank'],
    query: listQuery(theoryQuestion).extend({ format: z.enum(questionFormats).default('moodle-xml') }),
    reply: z.unknown(),
    stream: 'download',
    problems: ['too_large'],
    audit: 'theory-question.export',
  },
  'GET /exercises/file': {
    summary: 'Exercises as a package with their files and pictures, as a table, or as essays of Moodle',
    screens: ['exercise-bank'],
    query: listQuery(exercise).extend({ format: z.enum(exerciseFormats).default('package') }),
    reply: z.unknown(),
    stream: 'download',
    problems: ['too_large'],
    audit: 'exercise.export',
  },
  'GET /flag-challenges/file': {
    summary: 'The listed flag challenges as ctfcli folders in a zip',
    screens: ['flags-solve'],
    query: listQuery(flagChallenge).extend({ format: z.enum(challengeFormats).default('ctfcli') }),
    reply: z.unknown(),
    stream: 'download',
    problems: ['too_large'],
    audit: 'flag-challenge.export',
  },
})
