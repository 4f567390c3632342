/** What a format is: one object in one file, entered in `registry.ts`. */
import type { FoundRow } from './found.ts'
import type { SourceFile } from './source.ts'

export interface Format {
  id: string
  /** Resources its rows may be of. */
  resources: readonly string[]
  /** Of a table: the headings that tell it. */
  headings?: readonly string[]
  /** How likely it is this format, 0 to 1, by the name and the first bytes (`headSize`); 0.5 and more counts. */
  sniff(name: string, head: Uint8Array): number
  /**
   * Rows in the file's order, a few at a time. Throws `Unreadable` for a file that is not well-formed, before the first row.
   * @param beside every file of the same archive, for formats of several files
   */
  read(source: SourceFile, beside: readonly SourceFile[]): AsyncIterable<FoundRow>
}

/** Bytes that `sniff` is shown. */
export const headSize = 8192

/** The head as text: what is not UTF-8 comes out as marks and matches nothing. */
export const headText = (head: Uint8Array): string => new TextDecoder().decode(head)
