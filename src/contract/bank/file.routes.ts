import { z } from 'zod'
import { Id, many } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'

export const questionFormats = ['moodle-xml', 'gift', 'table'] as const

export const questionFileRoutes = routes({
  'GET /theory-questions/file': {
    summary: 'Questions as a file, those chosen or all; what a format has no words for is named in it',
    screens: ['theory-bank'],
    query: z.strictObject({ format: z.enum(questionFormats).default('moodle-xml'), id: many(Id) }),
    reply: z.unknown(),
    stream: 'download',
    problems: ['too_large'],
    audit: 'theory-question.export',
  },
  'GET /flag-challenges/file': {
    summary: 'Flag challenges as folders of ctfcli in a zip, those chosen or all',
    screens: ['flags-solve'],
    query: z.strictObject({ id: many(Id) }),
    reply: z.unknown(),
    stream: 'download',
    problems: ['too_large'],
    audit: 'flag-challenge.export',
  },
})
