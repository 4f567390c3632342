import { z } from 'zod'
import { BulkReply, Id, Ids, listQuery, page } from '../lib/crud.ts'
import { type Route, routes } from '../lib/route.ts'
import { consoleLimits } from './console.ts'
import { Recording } from './recording.schema.ts'
import { recording, recordingLimits as most } from './recording.ts'

/** One’s own, those of scenes one leads; all for whoever holds the list of administrators. The server looks. */
const own = {
  screens: 'signed-in',
  serves: ['scene-recording', 'scene-recording-admin', 'course-scene-console'],
} as const satisfies Pick<Route, 'screens' | 'serves'>
const whole = z
  .stringFormat('whole', /^\d{1,15}$/)
  .transform(Number)
  .or(z.number().int())
const pixels = z.number().int().min(1).max(8192)

export const recordingRoutes = routes({
  'GET /recordings': {
    ...own,
    summary: 'Recordings and screenshots of consoles',
    query: listQuery(recording),
    reply: page(Recording),
  },
  'GET /recordings/:id': { ...own, summary: 'One recording', reply: Recording },
  'GET /recordings/:id/content': {
    ...own,
    summary: 'The recording itself, to keep or with `watch` to be played; part of it with a Range header',
    query: z.strictObject({ watch: z.literal('true').optional() }),
    reply: z.unknown(),
    stream: 'download',
    audit: 'recording.download',
  },
  'GET /recordings/:id/typed': {
    ...own,
    summary: 'Lines typed while a desktop was recorded; a terminal’s are in its recording',
    reply: z.object({ items: z.array(z.object({ at: z.number(), text: z.string() })) }),
  },
  'POST /recordings': {
    ...own,
    summary: 'Start recording a desktop whose console is open; the parts follow',
    body: z.strictObject({ scene_id: Id, node: Id, width: pixels, height: pixels }),
    reply: Recording,
    problems: ['not_allowed_in_state', 'quota_full', 'recordings_full'],
    audit: 'recording.create',
  },
  'PATCH /recordings/:id': {
    ...own,
    summary: 'The next part, from `offset`; the first begins as a WebM file does',
    query: z.strictObject({ offset: whole, seconds: z.stringFormat('seconds', /^\d{1,7}(\.\d+)?$/).transform(Number) }),
    reply: Recording,
    stream: 'upload',
    rate: 'upload',
    // of as many desktops as there may be consoles
    atOnce: consoleLimits.account,
    problems: [
      'offset_mismatch',
      'unsupported_type',
      'too_large',
      'quota_full',
      'recordings_full',
      'not_allowed_in_state',
      'no_operation_permission',
    ],
    audit: 'recording.part',
  },
  'POST /recordings/:id/finish': {
    ...own,
    summary: 'End the recording of a desktop',
    body: z.strictObject({
      seconds: z
        .number()
        .min(0)
        .max(7 * 86_400),
    }),
    reply: Recording,
    problems: ['not_allowed_in_state'],
    audit: 'recording.finish',
  },
  'POST /recordings/:id/keep': {
    ...own,
    summary: 'Exempt a recording from clearing, or no longer',
    body: z.strictObject({ keep: z.boolean() }),
    reply: Recording,
    problems: ['no_operation_permission', 'quota_full'],
    audit: 'recording.keep',
  },
  'DELETE /recordings/:id': {
    ...own,
    summary: 'Remove a recording',
    reply: z.object({ id: Id }),
    problems: ['no_operation_permission', 'not_allowed_in_state'],
    audit: 'recording.remove',
  },
  'POST /recordings/remove': {
    ...own,
    summary: 'Remove several recordings',
    body: Ids,
    reply: BulkReply,
    audit: 'recording.remove',
  },
  'POST /screenshots': {
    ...own,
    summary: 'Save a screenshot of an open console',
    query: z.strictObject({ scene_id: Id, node: Id }),
    reply: Recording,
    stream: 'upload',
    most: most.screenshot,
    rate: 'upload',
    problems: [
      'picture_refused',
      'too_large',
      'quota_full',
      'recordings_full',
      'not_allowed_in_state',
      'uploads_at_once',
    ],
    audit: 'screenshot.create',
  },
})
