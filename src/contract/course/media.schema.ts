import { z } from 'zod'
import { textLanguages } from '../bank/question.ts'
import { Id } from '../lib/crud.ts'
import { FileName, OneLine } from '../lib/oneLine.schema.ts'
import { sized } from '../lib/text.ts'
import { sectionKinds } from './outline.ts'
import { courseFileFaults, courseFileStates, courseFileUses, mediaLimits, videoTypes } from './media.ts'

/** A file of a course: its place in the store, its name as people see it, its size in bytes. */
export const CourseFile = z.strictObject({
  file: z.string().min(1).max(64),
  name: FileName,
  size: z.number().int().min(0),
})
export type CourseFile = z.output<typeof CourseFile>
/** `seconds`: how long it is; 0 while nobody knows. */
export const CourseVideo = CourseFile.extend({ seconds: z.number().min(0).max(mediaLimits.seconds) })
export type CourseVideo = z.output<typeof CourseVideo>

const title = 100
const VideoChapter = z.strictObject({
  /** Second at which it begins. */
  at: z.number().min(0).max(mediaLimits.seconds),
  title: sized(OneLine.trim(), 1, title),
  title_other: sized(OneLine.trim(), 0, title).default(''),
})
const Captions = CourseFile.extend({ language: z.enum(['en-US', 'zh-CN']) })

export const VideoBody = z.strictObject({
  kind: z.literal('video'),
  video: CourseVideo.nullable().default(null),
  /** Spoken in the other language of the course. */
  video_other: CourseVideo.nullable().default(null),
  captions: z
    .array(Captions)
    .max(2)
    .refine((all) => new Set(all.map((c) => c.language)).size === all.length, { params: { rule: 'distinct' } })
    .default([]),
  chapters: z.array(VideoChapter).max(mediaLimits.chapters).default([]),
  /** Whoever has not watched a part may skip it. */
  free_seek: z.boolean().default(true),
})
export const DocumentBody = z.strictObject({
  kind: z.literal('document'),
  pdf: CourseFile.nullable().default(null),
  pdf_other: CourseFile.nullable().default(null),
  /** It may be downloaded too. */
  download: z.boolean().default(false),
})

/** What is known of a file that was announced. */
export const CourseFileState = z.object({
  ...CourseFile.shape,
  use: z.enum(courseFileUses),
  state: z.enum(courseFileStates),
  fault: z.enum(courseFileFaults).nullable(),
  /** Of captions that are none: the line at which they break off. */
  line: z.number().int().nullable(),
  type: z.enum(videoTypes).nullable(),
  /** Of a package: what its refusal is about. */
  detail: z.string(),
  /** Of a video that says it. */
  seconds: z.number().nullable(),
})
export type CourseFileState = z.output<typeof CourseFileState>

export const CaptionLine = z.object({ from: z.number(), to: z.number(), text: z.string() })
const second = z.number().min(0).max(mediaLimits.seconds)
/** From one second to another. */
export const WatchedPiece = z.tuple([second, second])

/** `address`: below that of the API. */
export const MediaTicket = z.object({
  ticket: z.string(),
  address: z.string(),
  expires_at: z.iso.datetime({ offset: true }),
})
export type MediaTicket = z.output<typeof MediaTicket>

/** Of one file of a section: what its learner has watched, and where they were. */
export const WatchedVideo = z.object({ file: z.string(), seen: z.array(WatchedPiece), place: z.number() })
export type WatchedVideo = z.output<typeof WatchedVideo>

export const LessonNote = z.object({
  id: Id,
  version: z.number().int(),
  section: z.string(),
  /** Its title as it was; the section may be gone. */
  title: z.string(),
  /** Second of a video, or page of a document from 0; null of a note on the whole. */
  place: z.number().nullable(),
  text: z.string(),
  at: z.iso.datetime({ offset: true }),
})
/** The same among all notes of its writer. */
export const KeptLessonNote = LessonNote.extend({
  course: z.object({
    id: Id,
    name: z.string(),
    language: z.enum(textLanguages),
    translation: z.object({ name: z.string() }).nullable(),
  }),
  lesson: z.string(),
  /** Empty where the lesson is gone. */
  lesson_title: z.string(),
  lesson_title_other: z.string(),
  /** Null where the section is gone. */
  kind: z.enum(sectionKinds).nullable(),
})
export type KeptLessonNote = z.output<typeof KeptLessonNote>
export type LessonNote = z.output<typeof LessonNote>
