/**
 * The life of an image: one table that the server, the app and the tests read. People send the events of `imageEvents`; what the server
 * finds out on the way are `imageTurns`. What the table lacks is refused with `not_allowed_in_state`.
 */
export const imageStatuses = ['creating', 'to-edit', 'saving', 'saved', 'error'] as const
export type ImageStatus = (typeof imageStatuses)[number]

/** Keep it as it is; open it again; begin anew with another file. */
const imageEvents = ['save', 'reopen', 'retry'] as const
export type ImageEvent = (typeof imageEvents)[number]
/** The file has come whole; it was looked through and is kept; it is no good. */
const imageTurns = ['arrived', 'kept', 'fail'] as const
export type ImageTurn = (typeof imageTurns)[number]

export const imageMachine: Readonly<
  Record<ImageStatus, Readonly<Partial<Record<ImageEvent | ImageTurn, ImageStatus>>>>
> = {
  creating: { arrived: 'to-edit', fail: 'error' },
  // another file may come in the place of the one there is
  'to-edit': { save: 'saving', arrived: 'to-edit', fail: 'error' },
  saving: { kept: 'saved', fail: 'error' },
  saved: { reopen: 'to-edit' },
  error: { retry: 'creating' },
}

/** Statuses in which its description may be changed; while it is looked through it stays as it is. */
export const editable: ReadonlySet<ImageStatus> = new Set(['creating', 'to-edit', 'saved', 'error'])
/** What the specification keeps for administrators. */
export const adminOnly: ReadonlySet<string> = new Set(['remove', 'audience', 'export'])

/** Why an image or one of its files is no good: the words of `image.reason.*`. */
export const imageReasons = [
  'unknown_content',
  'truncated',
  'format_differs',
  'extension_differs',
  'type_differs',
  'backing_file',
  'external_data',
  'encrypted',
  'too_many_snapshots',
  'store_name',
  'too_large',
  'virtual_size',
  'damaged',
  'interrupted',
  'no_space',
  'file_missing',
] as const
export type ImageReason = (typeof imageReasons)[number]
