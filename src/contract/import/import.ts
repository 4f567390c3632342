/** States and words of a resource import: upload, plan, choose, apply, undo. */
export const importStates = [
  'planning',
  'planned',
  'applying',
  'applied',
  'undoing',
  'undone',
  'failed',
  'discarded',
] as const
export type ImportState = (typeof importStates)[number]

export const importMachine = {
  planning: { planned: 'planned', fail: 'failed' },
  planned: { apply: 'applying', discard: 'discarded' },
  applying: { applied: 'applied', fail: 'planned' },
  applied: { undo: 'undoing' },
  undoing: { undone: 'undone', fail: 'applied' },
  undone: {},
  failed: {},
  discarded: {},
} as const satisfies Record<ImportState, Partial<Record<string, ImportState>>>

/**
 * What an import is of: the libraries, for holders of `resource-import`; people, for those who manage users; questions, exercises and
 * flag challenges, for those who keep their bank.
 */
export const importKinds = ['resources', 'users', 'questions', 'exercises', 'flags'] as const
export type ImportKind = (typeof importKinds)[number]

/** What the plan says of a row against what stands. */
export const rowVerdicts = ['new', 'same', 'changed', 'refused'] as const
export type RowVerdict = (typeof rowVerdicts)[number]
/** What will be done with a row: `ask` on a changed row stops the apply until somebody chose. */
export const rowChoices = ['take', 'skip', 'ask'] as const
export type RowChoice = (typeof rowChoices)[number]
/** What to do with every changed row nobody chose for. */
export const onDuplicate = ['ask', 'skip', 'overwrite'] as const

/** What an upload is for; it decides who may begin one and how large it may be. */
export const uploadUses = ['import', 'backup'] as const
export type UploadUse = (typeof uploadUses)[number]
