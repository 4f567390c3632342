import { z } from 'zod'
import { FileName } from '../lib/oneLine.schema.ts'
import { Audience, Base, Id, Timestamp } from '../lib/crud.ts'
import {
  correctMost,
  importKinds,
  importStates,
  onDuplicate,
  rowChoices,
  rowVerdicts,
  stayedFor,
  textPages,
  uploadUses,
} from './import.ts'

/** Where a row came from: a file of the package, and the line, list index or record name inside it. */
export const SourceLocation = z.object({
  file: z.string(),
  line: z.number().int().optional(),
  index: z.number().int().optional(),
  path: z.string().optional(),
})

export const VerdictCounts = z.object({
  new: z.number().int(),
  same: z.number().int(),
  changed: z.number().int(),
  duplicate: z.number().int(),
  refused: z.number().int(),
})
/** A column of a table that was not read, with the known one that is probably meant. */
const UnreadHeading = z.object({ heading: z.string(), meant: z.string().optional() })
export type UnreadHeading = z.output<typeof UnreadHeading>
export const ImportFile = z.object({
  name: z.string(),
  size: z.number().int(),
  format: z.string().nullable(),
  rows: z.number().int(),
  problem: z.string().nullable(),
  /** Of a text that is no UTF-8, or whose sender said so: what it was read as. */
  read_as: z.enum(textPages).optional(),
  /** Rows that are the template's own, which were left out. */
  examples: z.number().int().optional(),
  /** Of a table: columns that nobody knows. */
  unread: z.array(UnreadHeading).optional(),
  details: z.record(z.string(), z.unknown()).optional(),
})
export type ImportFile = z.output<typeof ImportFile>
/** What another comparison found to stand otherwise than when the plan was shown: rows by their verdict before and now, the first of them by name. */
export const PlanDrift = z.object({
  at: Timestamp,
  rows: z.number().int(),
  moves: z.array(z.object({ before: z.enum(rowVerdicts), now: z.enum(rowVerdicts), rows: z.number().int() })),
  first: z.array(
    z.object({
      n: z.number().int(),
      resource: z.string(),
      label: z.string(),
      before: z.enum(rowVerdicts),
      now: z.enum(rowVerdicts),
    }),
  ),
})
export type PlanDrift = z.output<typeof PlanDrift>

/** Of an import that is neither written nor put back, because a step kept failing. */
export const Interrupted = z.object({
  /** Where it ends when it goes on: the import is undone, or is a plan again. */
  to: z.enum(['undone', 'planned']),
  /** Rows that are put back, and those still to be. */
  done: z.number().int(),
  left: z.number().int(),
  /** A problem's code, or `internal`: the system log says more. */
  cause: z.string(),
})
export type Interrupted = z.output<typeof Interrupted>

const RowReason = z.object({
  path: z.string(),
  rule: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})

/** Entries that have a reason of one kind: how many, and the first of them. */
export const ReasonCount = z.object({ rows: z.number().int(), first: RowReason })

export const ImportPackage = z.object({
  ...Base,
  kind: z.enum(importKinds),
  file_name: z.string(),
  size: z.number().int(),
  sha256: z.string(),
  /** Of the caller's own failed import of a file that belongs elsewhere: its upload, which another import may be made from. */
  upload_id: Id.optional(),
  /** That all questions, or all lessons, go into; left out where the files say. */
  set: z.object({ id: Id, name: z.string() }).optional(),
  state: z.enum(importStates),
  /** 0..1 while planning, applying or undoing. */
  progress: z.number(),
  /** Bound to exactly the rows and choices previewed; apply must name it. Empty until planned. */
  digest: z.string(),
  counts: VerdictCounts,
  resources: z.array(
    z.object({
      resource: z.string(),
      counts: VerdictCounts,
      /** What entries that come in leave behind, by kind: of how many, and the first of them. Left out where nothing is. */
      notes: z.array(ReasonCount).optional(),
      /** Why entries are refused, in the same way. */
      refusals: z.array(ReasonCount).optional(),
    }),
  ),
  files: z.array(ImportFile),
  problem: z.string().nullable(),
  details: z.record(z.string(), z.unknown()).optional(),
  /** Of the answer to an apply that had been done before: this call wrote nothing. */
  repeated: z.literal(true).optional(),
  /** Of a plan that was compared again because what stands had changed. */
  since: PlanDrift.optional(),
  interrupted: Interrupted.optional(),
  /** Who sees what is new by it: as somebody chose, or as it is when nobody does. Left out where nothing new has an audience. */
  audience: Audience.optional(),
  /** Whether the sets it makes are open for practice. Left out where it has no new questions. */
  practice: z.boolean().optional(),
  /** Of a plan whose apply was cancelled and put back: who did so. */
  cancelled_by: z.string().optional(),
  applied_at: Timestamp.nullable(),
  undone_at: Timestamp.nullable(),
  /** When the one-time codes of imported people were told. */
  handed_out_at: Timestamp.nullable(),
  created_by_name: z.string(),
})
export type ImportPackage = z.output<typeof ImportPackage>

export const ImportRow = z.object({
  n: z.number().int(),
  resource: z.string(),
  place: SourceLocation,
  label: z.string(),
  verdict: z.enum(rowVerdicts),
  choice: z.enum(rowChoices),
  /** Of a changed row: what stands and what the package says. */
  difference: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  /** Of a refused row: a problem word with its figures, per field where a field is to blame. Of any other: what the file says and the row cannot keep. */
  reasons: z.array(RowReason),
  /** Of a person: whose account it is, and where that goes, as far as the file says or the import decides it. */
  person: z
    .object({ username: z.string(), organisation: z.string().optional(), role: z.string().optional() })
    .optional(),
  /** Of a person whose role changes: the roles by name, and the screens that come and go with them. */
  rights: z
    .object({ before: z.string(), after: z.string(), gained: z.array(z.string()), lost: z.array(z.string()) })
    .optional(),
  /** Of a row that is refused or repeats another one and can be corrected in the plan: its wrong fields, as reasons and as files name them, and what each says as a cell of a table has it. */
  wrong: z.array(z.object({ path: z.string(), field: z.string(), text: z.string() })).optional(),
})
export type ImportRow = z.output<typeof ImportRow>

/** What an undo would do as things stand: entries it would remove, restore and leave, with the first of those that stay. */
export const UndoPreview = z.object({
  removed: z.number().int(),
  restored: z.number().int(),
  kept: z.partialRecord(z.enum(stayedFor), z.number().int()),
  first: z.array(
    z.object({
      n: z.number().int(),
      label: z.string(),
      why: z.enum(stayedFor),
      /** The same with what uses it, as far as the caller may see that. */
      reason: RowReason.optional(),
    }),
  ),
  /** Bound to what would become of each entry; the undo names it. */
  digest: z.string(),
})
export type UndoPreview = z.output<typeof UndoPreview>

/** Whom what is new by an import reaches, the first by name. */
const Target = z.object({ kind: z.enum(['org', 'role', 'team', 'user']), id: Id, name: z.string() })
export const AudienceReach = z.object({
  names: z.array(Target),
  total: z.number().int(),
  /** Of those who are named: nobody of them has a screen that shows what is new. */
  blind: z.array(Target),
  blind_total: z.number().int(),
  /** Sets that are not open for practice: learners do not practise what is new there. */
  closed: z.array(z.object({ id: Id, name: z.string() })),
})
export type AudienceReach = z.output<typeof AudienceReach>

export const Upload = z.object({
  id: Id,
  name: z.string(),
  size: z.number().int(),
  offset: z.number().int(),
  chunk: z.number().int(),
})
export const NewUpload = z.strictObject({
  name: FileName,
  size: z.number().int().min(1),
  use: z.enum(uploadUses).default('import'),
  /** SHA-256 of the content in hex. Without it nothing tells two files of one name and size apart, and the upload begins anew. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
})
export const NewImport = z.strictObject({
  upload_id: Id,
  kind: z.enum(importKinds).default('resources'),
  page: z.enum(textPages).optional(),
  /** Of questions: the set that all of them go into, whatever their file calls it. Of courses: the course that the lessons go into. */
  set_id: Id.optional(),
  /** Of courses: what new ones are sorted under where their file names none. Needed unless the lessons go into a course. */
  direction_id: Id.optional(),
})
export const Choose = z.strictObject({
  version: z.number().int(),
  choice: z.enum(rowChoices),
  /** Rows by number, or every row of a verdict. */
  rows: z.array(z.number().int()).max(1000).optional(),
  verdict: z.enum(rowVerdicts).optional(),
})
/** Other values for wrong fields of a row that is refused or repeats another one; an empty text says nothing. */
export const Correct = z.strictObject({
  version: z.number().int(),
  row: z.number().int(),
  values: z.record(z.string().min(1).max(64), z.string().max(correctMost)),
  /** Of these, the fields whose value goes into every other row as well that is wrong in them. */
  also: z.array(z.string().min(1).max(64)).max(50).optional(),
})
export const Apply = z.strictObject({ digest: z.string(), on_duplicate: z.enum(onDuplicate).default('ask') })
