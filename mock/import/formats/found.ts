/**
 * What is found in a file: rows, rows that break a rule, or a file that cannot be read at all. A file is looked through to its end before
 * its first row comes out, so one that breaks off in the middle gives its problem and nothing else; should a problem with `whole` come
 * after rows all the same (the file changed under the reader), the rows of that file are to be dropped.
 */
import type { z } from 'zod'
import type { SourceLocation as PlaceSchema, UnreadHeading } from '#src/contract/import/import.schema.ts'
import type { CourseFileUse } from '#src/contract/course/media.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import type { KeptPicture } from './question/pictures.ts'
import type { SourceFile } from './source.ts'
import { ZipProblem } from '../zip/problem.ts'

/**
 * Where something stands, for people of either language: `file` as in the archive, `line` and `index` (the how-manieth of its list) from 1,
 * `path` the list or record inside the file (`tools`, `ghdb/entry`).
 */
export type Place = z.output<typeof PlaceSchema>

/** A file of a row: the mark that stands for it in the row's data until its bytes are in the store. */
export interface KeptFile {
  mark: string
  name: string
  source: SourceFile
  /** Of a course: what it is for, which it has to be by what is inside. */
  use?: CourseFileUse
}
/** How many files are handed in with an answer, of which ends of names, and whether a text is wanted as well. */
export interface FoundUploads {
  files: number
  ends: readonly string[]
  report: boolean
}

export interface ImportedRow {
  resource: string
  /** The same thing in two files, or in two generations of one source, has the same key. */
  key: string
  /** Names the row to people. */
  label: string
  place: Place
  /** Fields of the resource as the contract has them; unknown ones never get here. */
  data: Record<string, unknown>
  /** What the file says and the row cannot keep, in the words of rules. */
  notes?: FieldProblem[]
  /** Pictures its texts show. */
  pictures?: KeptPicture[]
  files?: KeptFile[]
  uploads?: FoundUploads
  cells?: CellsOf
  /** The template's own, which nobody meant: it is left out, and its file says so. */
  example?: true
}
/** Of a row of a table: what stands in it, by the name of the column. It is read anew with other cells where it is refused. */
export type CellsOf = Readonly<Record<string, string>>
export interface RowProblem {
  problem: { code: 'row_invalid'; params: Record<string, never> }
  whole: false
  resource: string
  label: string
  place: Place
  /** Field, rule and figures, as every refused form has them. */
  reasons: FieldProblem[]
  /** What it says, where nothing but single fields is wrong with it. */
  given?: Record<string, unknown>
  cells?: CellsOf
}
export interface FileProblem {
  problem: { code: FileCode; params: FileParams }
  whole: true
  place: Place
}
/** A row, or why it is none. */
export type ReadRow = ImportedRow | RowProblem
/** Columns of a table that nobody reads; said once for its file, before its rows. */
export interface UnreadColumns {
  unread: readonly UnreadHeading[]
  place: Place
}
export type FoundRow = ReadRow | FileProblem | UnreadColumns

/** Why a file gives nothing. Codes of the archive (`ZipCode`) come up here too, when the data of an entry is not what it should be. */
export const fileCodes = [
  'format_unknown',
  'format_elsewhere',
  'stix',
  'galaxy_only',
  'left_aside',
  'holds_topology',
  'holds_users',
  'headings_unknown',
  'not_utf8',
  'not_page',
  'too_deep',
  'record_too_large',
  'file_too_large',
  'no_records',
  'only_example',
  'no_challenges',
  'course_none',
  'scorm_package',
  'json_syntax',
  'json_end',
  'json_shape',
  'csv_quote',
  'csv_header',
  'csv_header_twice',
  'xml_syntax',
  'xml_doctype',
  'xml_shape',
  'yaml_syntax',
  'yaml_shape',
  'qti_version',
  'qti_none',
  'package_manifest',
  'package_version',
  'package_resource',
  'package_missing',
  'package_unlisted',
  'package_checksum',
  'package_count',
] as const
export type FileCode = (typeof fileCodes)[number] | ZipProblem['code']
export type FileParams = Record<string, string | number>

/** Thrown by a reader that cannot go on; `rowsWithFailure` makes the file's problem of it. Lines and columns count from 1, columns in characters. */
export class Unreadable extends Error {
  constructor(
    readonly code: FileCode,
    readonly params: FileParams = {},
  ) {
    super(`${code} ${JSON.stringify(params)}`)
    this.name = 'Unreadable'
  }
}

export function fileProblem(file: string, code: FileCode, params: FileParams = {}): FileProblem {
  const { line } = params
  return {
    problem: { code, params },
    whole: true,
    place: typeof line === 'number' ? { file, line } : { file },
  }
}

/** What a failure says about the file it came from; undefined when it is none of the file's. */
export function problemOfFile(file: string, error: unknown): FileProblem | undefined {
  if (error instanceof Unreadable) return fileProblem(file, error.code, error.params)
  if (error instanceof ZipProblem) return fileProblem(file, error.code, { ...error.params })
  return undefined
}

/** The rows of one file, its failure included as the last thing found. */
export async function* rowsWithFailure(
  file: string,
  rows: AsyncIterable<FoundRow>,
): AsyncGenerator<FoundRow, void, undefined> {
  try {
    yield* rows
  } catch (error) {
    const problem = problemOfFile(file, error)
    if (!problem) throw error
    yield problem
  }
}
