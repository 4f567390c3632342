/** Files of lessons and how they are watched and read. Sizes in bytes, times in seconds. */
import type { ScreenName } from '../screens/index.ts'
import { limits } from '../limits.ts'
import { packageFaults } from './package.ts'

/** What a file of a course is for: it must be that by what is inside. `file` is downloaded, whatever it is. */
export const courseFileUses = ['video', 'pdf', 'captions', 'package', 'file'] as const
export type CourseFileUse = (typeof courseFileUses)[number]
export const courseFileStates = ['waiting', 'here', 'refused'] as const
/** Why what has come is not taken: it is something else; its captions break off at a line; it holds too much; what is wrong with a package. */
export const courseFileFaults = ['not_video', 'not_pdf', 'not_captions', 'too_many', ...packageFaults] as const
export type CourseFileFault = (typeof courseFileFaults)[number]
export const videoTypes = ['video/mp4', 'video/webm', 'video/ogg'] as const
export type VideoType = (typeof videoTypes)[number]
/** Ends of names by use; any for `file`. */
export const courseFileEnds: Readonly<Record<CourseFileUse, readonly string[]>> = {
  video: ['.mp4', '.m4v', '.webm', '.ogv'],
  pdf: ['.pdf'],
  captions: ['.vtt'],
  package: ['.zip'],
  file: [],
}

export const mediaLimits = {
  captions: 1024 * 1024,
  /** Captions of one file, and characters of one of them. */
  cues: 5000,
  cue: 1000,
  /** Of a video. */
  chapters: 100,
  /** Beside a lesson. */
  files: 20,
  /** Longest video. */
  seconds: 12 * 3600,
  /** A document's pages. */
  pages: 5000,
  /** A ticket is good so long, unless it is renewed. */
  ticket: 180,
  /** Between two reports of what was watched. */
  report: 10,
  /** Pieces that one report may carry, and that are kept of one video. */
  pieces: 200,
  kept: 1000,
  /** Nobody watches faster than this many seconds in one. */
  rate: 2,
  /** What passed before that counts for nothing: half an hour without a line, at the usual speed, is believed in whole. */
  late: 900,
  /** Of a note, in characters; of those on one lesson. */
  note: 4000,
  notes: 200,
  /** Files that one person has announced and not sent. */
  announced: 50,
} as const

/** Bytes of the largest file for a use. @param videoGib what the platform takes of a video, GiB */
export const largestCourseFile = (use: CourseFileUse, videoGib: number): number =>
  use === 'video' ? videoGib * 2 ** 30 : use === 'captions' ? mediaLimits.captions : limits.upload

/** Pages on which lessons are learnt. */
export const lessonScreens = ['lesson', 'my-lesson'] as const satisfies readonly ScreenName[]
/** Beside the routes of the API: a browser's player sends no token, and shows the ticket it was given instead. */
export const mediaPath = '/course-media/:file'
