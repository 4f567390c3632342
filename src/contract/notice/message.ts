/** Personal messages of the platform: what happened as a kind and its figures; the words are the reader's language's. */
import type { ScreenName } from '../screens/index.ts'

export const messageKinds = [
  /** The registration was approved. */
  'account_approved',
  /** As many applications wait for review as may, and nobody else can register: `n`. */
  'applications_full',
  /** Another role: `role`. */
  'role_changed',
  /** Made a member of a team: `team`. */
  'team_added',
  /** A file that took long was read, and its rows wait for a decision: `name`, `rows`; it was written: `name`, `created`, `overwritten`; or neither could be done: `name`. */
  'import_ready',
  'import_applied',
  'import_failed',
  /** Somebody answered a comment: `by`, `text`. */
  'reply',
  /** An administrator answered a letter: `text`. */
  'letter_answered',
  /** A user wrote to the administrators: `by`, `text`. */
  'letter',
  /** A learner reported something about a question: `by`, `title`, `text`; and what became of a report: `title`, `text`. */
  'question_reported',
  'report_fixed',
  'report_declined',
  /** Somebody gave content to the reader, who owns it now: `by`, `name` of the first, `n`. */
  'content_given',
  /** An exam is set for the reader, has another time, and is removed before its end: `exam`. */
  'exam_set',
  'exam_moved',
  'exam_called_off',
  /** It begins at `at`. */
  'exam_soon',
  /** Results of an exam the reader sat are out: `exam`. */
  'exam_published',
  /** The reader marks an exam from now on: `exam`. */
  'exam_marker',
  /** None of the markers of `exam` is left for an answer: the reader decides. */
  'exam_undecided',
  /** A candidate objected to points, and the reader may answer: `exam`. */
  'objection_made',
  /** The reader's objection was answered: `exam`; what it changed, where the reader may see it now: `n` of the question, `points`, or `before`, `after` and `grade` (`same`, `hidden`, or the new one). */
  'objection_answered',
  'objection_kept',
  'objection_moved',
  /** Somebody asks for a course that the reader keeps: `by`, `course`, `text`; and what became of the reader's request: `course`, `reason`. */
  'course_asked',
  'course_opened',
  'course_refused',
  /** All that counts in a course is done: `course`. */
  'course_completed',
  /** The scenes of labs in `course` were ended: its reader may not learn there any more. */
  'lab_ended',
  /** The reader is in a class that goes on: `class`. */
  'class_joined',
  /** An hour of `class` begins at `at`, in `room` where it has one. */
  'class_soon',
  'class_soon_in',
  /** It has another time or room: `class`, `was`, `at`; it was called off: `class`, `at`, `reason`; or takes place after all: `class`, `at`. */
  'class_moved',
  'class_cancelled',
  'class_restored',
  /** A teacher of `class` wrote to its members: `by`, `text`. */
  'class_message',
  /** A report of a lab came back to its author, was marked, and was opened again: `lab`, `course`. */
  'report_returned',
  'report_marked',
  'report_reopened',
  /** All that counts in a course is done and a certificate was issued: `course`; it was revoked: `course`, `reason`. */
  'certificate_issued',
  'certificate_revoked',
  /** The same for a place in a contest: `contest`; `contest`, `reason`. */
  'contest_certificate_issued',
  'contest_certificate_revoked',
  /** A homework of the reader's was marked, given back, or is marked again: `course`, `homework`. */
  'homework_marked',
  'homework_returned',
  'homework_reopened',
  /** It is due at `at`. */
  'homework_soon',
  'work_soon',
] as const
export type MessageKind = (typeof messageKinds)[number]
/** Figures and names of a sentence. */
export type MessageParams = Readonly<Record<string, string | number>>
/** The screen a message leads to. */
export interface MessageLink {
  screen: ScreenName
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
}
