/** Files of lessons: brought by those who write a course, watched, read and downloaded by those who learn in it; and the notes they take. */
import { z } from 'zod'
import { textLanguages } from '../bank/question.ts'
import { page, Paging, yes } from '../lib/crud.ts'
import { FileName } from '../lib/oneLine.schema.ts'
import { routes } from '../lib/route.ts'
import { LaunchBody, ScormContents, PackageLaunch } from './package.schema.ts'
import {
  CourseFile,
  CourseFileState,
  CaptionLine,
  KeptLessonNote,
  LessonNote,
  MediaTicket,
  WatchedPiece,
} from './media.schema.ts'
import { courseFileUses, lessonScreens, mediaLimits } from './media.ts'
import { courseKeeping } from './screens.ts'

/** As it is written: for whoever may change the course. */
const Preview = z.strictObject({ preview: yes })
const Captions = z.strictObject({ language: z.enum([...textLanguages, '']) })
const closed = ['not_authorized_yet', 'join_first', 'lesson_closed'] as const
const place = z.number().min(0).max(mediaLimits.seconds)

export const mediaRoutes = routes({
  'POST /courses/:id/files': {
    summary: 'Announce a file for a lesson; its bytes are uploaded as the deposit of kind course-file for this id',
    screens: courseKeeping,
    body: z.strictObject({ use: z.enum(courseFileUses), name: FileName, size: z.number().int().min(1) }),
    reply: CourseFile,
    rate: 'upload',
    problems: ['quota_full', 'too_large', 'unsupported_type', 'uploads_at_once'],
    audit: 'course.file',
  },
  'GET /courses/:id/files/:file': {
    summary: 'What became of a file that was announced: whether it has come, and what it is by what is inside',
    screens: courseKeeping,
    reply: CourseFileState,
  },
  'GET /courses/:id/files/:file/package': {
    summary: 'What is in a package that has come for a lesson',
    screens: courseKeeping,
    reply: ScormContents,
  },
  'GET /learning/courses/:id/files/:file': {
    summary: 'A file beside a lesson, or a document that may be downloaded',
    screens: lessonScreens,
    query: Preview,
    reply: z.unknown(),
    stream: 'download',
    problems: closed,
    audit: 'course.download',
  },
  'GET /learning/courses/:id/sections/:section/captions/:file': {
    summary: 'The captions of a video, in the order they are said',
    screens: lessonScreens,
    query: Preview,
    reply: z.object({ cues: z.array(CaptionLine) }),
    problems: closed,
  },
  'PUT /learning/captions': {
    summary: 'Keep in which language the caller reads the captions of videos, or that they read none',
    screens: lessonScreens,
    body: Captions,
    reply: Captions,
    personal: true,
    own_trail: true,
  },
  'POST /learning/courses/:id/sections/:section/ticket': {
    summary:
      'A ticket for the player to load a video or a document of a section; again with the ticket, before it ends, to renew it',
    screens: lessonScreens,
    query: Preview,
    body: z.strictObject({ file: z.string().min(1).max(64), ticket: z.string().min(1).max(128).optional() }),
    reply: MediaTicket,
    problems: closed,
    credential: true,
    personal: true,
    own_trail: true,
  },
  'POST /learning/courses/:id/sections/:section/launch': {
    summary:
      'Open a package of a section: a ticket for its page, on the origin of packages; again with the ticket to renew it. The page opened last is the one that goes on',
    screens: lessonScreens,
    query: Preview,
    body: LaunchBody,
    reply: PackageLaunch,
    problems: [...closed, 'packages_off', 'media_ticket_over', 'package_taken'],
    credential: true,
    personal: true,
    own_trail: true,
  },
  'POST /learning/courses/:id/sections/:section/watched': {
    summary: 'Report what was watched of a video since the last report, and where the caller is in it',
    screens: lessonScreens,
    body: z.strictObject({
      ticket: z.string().min(1).max(128),
      place,
      seen: z.array(WatchedPiece).max(mediaLimits.pieces),
    }),
    /** `done`: the section is; `completed`: with it the course. */
    reply: z.object({ seconds: z.number(), done: z.boolean(), completed: z.boolean() }),
    problems: ['media_ticket_over'],
    audit: 'course.learn',
  },
  'GET /learning/courses/:id/lessons/:lesson/notes': {
    summary: 'The caller’s notes on a lesson, in the order of what they are about',
    screens: lessonScreens,
    reply: z.object({ items: z.array(LessonNote) }),
    rate: 'heavy',
    problems: closed,
  },
  'POST /learning/courses/:id/sections/:section/notes': {
    summary: 'Take a note on a section, with the second or page it is about',
    screens: lessonScreens,
    body: z.strictObject({ text: z.string().trim().min(1).max(mediaLimits.note), place: place.nullable() }),
    reply: LessonNote,
    problems: [...closed, 'quota_full'],
    personal: true,
    audit: 'course.note',
  },
  'GET /learning/notes': {
    summary: 'The caller’s notes on lessons, newest first',
    screens: 'signed-in',
    serves: ['personal'],
    query: z.strictObject(Paging),
    reply: page(KeptLessonNote),
  },
  'PUT /learning/notes/:id': {
    summary: 'Write a note on a lesson anew; an empty text removes it',
    screens: lessonScreens,
    body: z.strictObject({ text: z.string().trim().max(mediaLimits.note), version: z.number().int() }),
    reply: z.object({ note: LessonNote.nullable() }),
    problems: ['stale_version', 'join_first', 'not_authorized_yet', 'lesson_closed'],
    personal: true,
    audit: 'course.note',
  },
})
