import { z } from 'zod'
import { Audience, Id, many, page, Paging, Timestamp } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import {
  Apply,
  Choose,
  Correct,
  ImportPackage,
  ImportRow,
  NewImport,
  NewUpload,
  AudienceReach,
  UndoPreview,
  Upload,
} from './import.schema.ts'
import { importKinds, importStates, rowChoices, rowVerdicts } from './import.ts'

/** Each kind of import is there for those who keep what it fills; the server tells them apart. */
const screens = [
  'resource-import',
  'resource-import-screen',
  'user-manage',
  'theory-bank',
  'exercise-bank',
  'flags-solve',
  'course-manage',
] as const

/** An upload is of an import or of a backup: the server asks who begins one for the right of its use, and afterwards it is its owner's alone. */
const uploadScreens = [...screens, 'system-config'] as const

export const importRoutes = routes({
  'POST /uploads': {
    summary:
      'Begin an upload in parts; the same content under the same name by the same person goes on where it stopped',
    screens: uploadScreens,
    body: NewUpload,
    reply: Upload,
    problems: ['too_large', 'quota_full'],
    audit: 'upload.create',
  },
  'GET /uploads/:id': { summary: 'Progress of an upload', screens, reply: Upload },
  'DELETE /uploads/:id': {
    summary: 'Cancel an upload: what was received is discarded at once',
    screens: uploadScreens,
    reply: z.object({ id: Id }),
    problems: ['not_allowed_in_state'],
    audit: 'upload.remove',
  },
  'PATCH /uploads/:id': {
    summary: 'The next part, from `offset`, at most one chunk',
    screens: uploadScreens,
    query: z.strictObject({
      offset: z
        .stringFormat('whole', /^\d{1,15}$/)
        .transform(Number)
        .or(z.number().int()),
    }),
    reply: Upload,
    stream: 'upload',
    problems: ['offset_mismatch', 'too_large'],
    rate: 'upload',
    audit: 'upload.part',
  },
  'POST /imports': {
    summary:
      'Plan the import of an uploaded archive, of a list of people, or of a file of questions or of courses; nothing is written yet',
    screens,
    body: NewImport,
    reply: ImportPackage,
    problems: ['archive_refused', 'not_allowed_in_state', 'too_large'],
    audit: 'import.plan',
  },
  'GET /imports': {
    summary: 'Imports, newest first',
    screens,
    query: z.strictObject({
      ...Paging,
      state: many(z.enum(importStates)),
      created_by: many(Id),
      created_at_from: z.iso.date().or(Timestamp).optional(),
      created_at_to: z.iso.date().or(Timestamp).optional(),
      /** Left out: all that the caller may see. */
      kind: z.enum(importKinds).optional(),
    }),
    reply: page(ImportPackage),
  },
  'GET /imports/:id': { summary: 'One import with its counts, files and digest', screens, reply: ImportPackage },
  'GET /imports/:id/report': {
    summary: 'Every row of the plan with its verdict, action and reason, as CSV or XLSX',
    screens,
    query: z.strictObject({ format: z.enum(['csv', 'xlsx']).default('csv') }),
    reply: z.any(),
    stream: 'download',
    problems: ['not_allowed_in_state'],
    audit: 'import.report',
  },
  'GET /imports/:id/rows': {
    summary: 'Rows of the plan',
    screens,
    query: z.strictObject({
      ...Paging,
      verdict: z.enum(rowVerdicts).optional(),
      choice: z.enum(rowChoices).optional(),
      resource: z.string().max(64).optional(),
      /** Only rows that an undo left as they are. */
      stayed: z.literal('yes').optional(),
    }),
    reply: page(ImportRow),
  },
  'PUT /imports/:id/choice': {
    summary: 'Include or skip rows; returns the new digest',
    screens,
    body: Choose,
    reply: ImportPackage,
    problems: ['stale_version', 'not_allowed_in_state'],
    audit: 'import.choose',
  },
  'PUT /imports/:id/row': {
    summary:
      'Correct wrong fields of a row that is refused or repeats another one, which is judged again; answers the new digest',
    screens,
    body: Correct,
    reply: ImportPackage,
    problems: ['stale_version', 'not_allowed_in_state'],
    audit: 'import.correct',
  },
  'PUT /imports/:id/audience': {
    summary: 'Choose who sees what is new by an import: before it is written, or of what it made',
    screens,
    body: Audience.extend({ version: z.number().int() }),
    reply: ImportPackage,
    problems: ['not_allowed_in_state', 'stale_version'],
    audit: 'import.audience',
  },
  'GET /imports/:id/reach': {
    summary: 'How many people the new rows of an import reach, by its audience or the given one',
    screens,
    query: z.strictObject({ orgs: many(Id), roles: many(Id), teams: many(Id), users: many(Id) }),
    reply: AudienceReach,
    problems: ['not_allowed_in_state'],
  },
  'PUT /imports/:id/practice': {
    summary:
      'Have the sets of an import open for practice: those it will make, and of one that was written those of its questions that the caller may change',
    screens,
    body: z.strictObject({ version: z.number().int(), open: z.boolean() }),
    reply: ImportPackage,
    problems: ['not_allowed_in_state', 'stale_version'],
    audit: 'import.practice',
  },
  'POST /imports/:id/apply': {
    summary: 'Apply the previewed rows, all or none. Refused when the plan changed since its digest was read',
    screens,
    body: Apply,
    reply: ImportPackage,
    problems: ['plan_changed', 'duplicate_data', 'not_allowed_in_state', 'license_limit'],
    audit: 'import.apply',
  },
  'POST /imports/:id/cancel': {
    summary: 'Cancel applying an import: rows written so far are rolled back and it becomes a plan again',
    screens,
    body: z.strictObject({ version: z.number().int() }),
    reply: ImportPackage,
    problems: ['not_allowed_in_state', 'stale_version'],
    audit: 'import.cancel',
  },
  'POST /imports/:id/resume': {
    summary: 'Resume the interrupted rollback of an import from where it stopped',
    screens,
    body: z.strictObject({ version: z.number().int() }),
    reply: ImportPackage,
    problems: ['not_allowed_in_state', 'stale_version'],
    audit: 'import.resume',
  },
  'GET /imports/:id/undo': {
    summary: 'Preview of an undo: what it would remove, restore and leave; nothing is changed',
    screens,
    reply: UndoPreview,
    problems: ['not_allowed_in_state'],
  },
  'POST /imports/:id/undo': {
    summary:
      'Put back what stood before; rows changed or in use since then are kept and named. Asked again, it puts back what is free by now',
    screens,
    /** `digest`: of the preview that was agreed to; refused when the undo would come to something else by now. */
    body: z.strictObject({ version: z.number().int(), digest: z.string().max(64).optional() }),
    reply: ImportPackage,
    problems: ['not_allowed_in_state', 'stale_version', 'undo_changed', 'nothing_undone'],
    audit: 'import.undo',
  },
  'POST /imports/:id/codes': {
    summary: 'A one-time code for each imported person to set a password with, shown once',
    screens: ['user-manage'],
    body: z.strictObject({ version: z.number().int() }),
    reply: z.object({
      items: z.array(z.object({ username: z.string(), name: z.string(), code: z.string() })),
      expires_at: Timestamp,
    }),
    problems: ['not_allowed_in_state', 'codes_fetched', 'stale_version'],
    told_once: true,
    audit: 'import.codes',
  },
  'DELETE /imports/:id': {
    summary: 'Discard a plan that was never applied; one still being made is abandoned',
    screens,
    reply: z.object({ id: Id }),
    problems: ['not_allowed_in_state'],
    audit: 'import.remove',
  },
})
