/** Why an archive is refused. The code is stable and translated by the app; `entry` is safe to show, `limit` is a figure of `ZipLimits`. */
export const zipCodes = [
  // the archive as a whole
  'zip_too_large',
  'zip_not_zip',
  'zip_truncated',
  'zip_prepended',
  'zip_appended',
  'zip_ambiguous',
  'zip_multi_disk',
  'zip_malformed',
  'zip_entries',
  'zip_directory',
  'zip_unlisted',
  'zip_total',
  'tar_malformed',
  // the name of an entry
  'zip_traversal',
  'zip_absolute',
  'zip_backslash',
  'zip_name_length',
  'zip_name_encoding',
  'zip_name_control',
  'zip_name_bidi',
  'zip_name_reserved',
  'zip_name_stream',
  'zip_name_trailing',
  'zip_name_empty',
  'zip_depth',
  'zip_duplicate',
  'zip_collision',
  // what an entry is
  'zip_symlink',
  'zip_special',
  'zip_encrypted',
  'zip_method',
  'zip_nested',
  'zip_entry_size',
  'zip_ratio',
  'zip_overlap',
  'zip_header',
  // found while reading it
  'zip_size',
  'zip_crc',
  'zip_data',
] as const
export type ZipCode = (typeof zipCodes)[number]

export interface ZipParams {
  entry?: string
  limit?: number
}

export class ZipProblem extends Error {
  constructor(
    readonly code: ZipCode,
    readonly params: ZipParams = {},
  ) {
    super(params.entry === undefined ? code : `${code}: ${params.entry}`)
    this.name = 'ZipProblem'
  }
}

/** A name as it may be shown: what would turn, hide or break the line is written as its number. */
export function printableName(name: string): string {
  const safe = name.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu,
    (c) => `\\u{${(c.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`,
  )
  return safe.length > 255 ? `${safe.slice(0, 254)}…` : safe
}
