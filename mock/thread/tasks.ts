/** What the reading thread is asked for and what it says. */
import type { ImportKind, TextPage } from '#src/contract/import/import.ts'
import type { Packing } from '../import/zip/archive.ts'
import type { ZipCode, ZipParams } from '../import/zip/problem.ts'
import type { TopologyExport } from '../topology/written.ts'
import { isRecord } from '#src/contract/lib/typed.ts'

export interface PackageTask {
  kind: 'package'
  /** Where it lies on disk. */
  file: string
  /** As its sender called it. */
  name: string
  desk: ImportKind
  /** What its texts are written in, where its sender said so. */
  page?: TextPage | undefined
  /** Of an archive; a file of its own has none. */
  packing: Packing | undefined
}
interface TopologyTask {
  kind: 'topology'
  /** Handed over: whoever sends them has them no more. */
  bytes: Uint8Array
  name: string
  /** Images by name. */
  images: readonly (readonly [name: string, id: string])[]
}
/** What was kept, as a file. */
interface WriteTask extends TopologyExport {
  kind: 'topology-file'
}
/** A package of a lesson. */
interface LessonPackageTask {
  kind: 'lesson-package'
  file: string
}
/** A workbook of people, as lines. */
interface PeopleTask {
  kind: 'people'
  /** Handed over. */
  bytes: Uint8Array
}
export type ReadTask = PackageTask | TopologyTask | WriteTask | LessonPackageTask | PeopleTask

/** Why a file was refused: errors lose their class between threads. */
export type ReadError =
  | { refusal: string; place: string; params: Record<string, string | number> }
  | { zip: ZipCode; params: ZipParams }
  | { message: string }
export const isReadError = (e: unknown): e is ReadError =>
  isRecord(e) && ('refusal' in e || 'zip' in e || 'message' in e)
