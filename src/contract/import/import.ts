/** States and words of a resource import: upload, plan, choose, apply, undo. */
export const importStates = [
  'planning',
  'planned',
  'applying',
  'applied',
  'undoing',
  'interrupted',
  'undone',
  'failed',
  'discarded',
] as const
export type ImportState = (typeof importStates)[number]

export const importMachine = {
  planning: { planned: 'planned', fail: 'failed' },
  planned: { apply: 'applying', discard: 'discarded' },
  // what was written before it failed or was cancelled is put back
  applying: { applied: 'applied', fail: 'undoing', cancel: 'undoing' },
  applied: { undo: 'undoing' },
  undoing: { undone: 'undone', planned: 'planned', fail: 'applied', interrupt: 'interrupted' },
  // some rows are put back and some are not: a step kept failing, and somebody has to say when to go on
  interrupted: { resume: 'undoing' },
  // what was in use then may be free by now
  undone: { undo: 'undoing' },
  failed: {},
  discarded: {},
} as const satisfies Record<ImportState, Partial<Record<string, ImportState>>>

/**
 * What an import is of: the libraries, for holders of `resource-import`; people, for those who manage users; questions, exercises and
 * flag challenges, for those who keep their bank; courses with the questions they ask, for those who keep courses.
 */
export const importKinds = ['resources', 'users', 'questions', 'exercises', 'flags', 'courses'] as const
export type ImportKind = (typeof importKinds)[number]

/** The sets that questions of a kind of import are filed under. */
export const setsOfImport = {
  questions: 'theory-set',
  exercises: 'exercise-set',
  flags: 'flag-set',
} as const satisfies Partial<Record<ImportKind, string>>
/** What all of an import of a kind may be brought into, whatever its files say: a set, or a course that takes lessons. */
export const targetsOfImport = { ...setsOfImport, courses: 'course' } as const

/** What a text file may be written in. What its sender says counts; else UTF-8 is tried first and the others are guessed. */
export const textPages = ['utf-8', 'gb18030', 'utf-16le', 'utf-16be', 'windows-1252', 'shift_jis'] as const
export type TextPage = (typeof textPages)[number]

/** What the plan says of a row against what stands; a duplicate is said by an earlier row of the same package. */
export const rowVerdicts = ['new', 'same', 'changed', 'duplicate', 'refused'] as const
export type RowVerdict = (typeof rowVerdicts)[number]
/** What will be done with a row: `ask` on a changed row stops the apply until somebody chose. */
export const rowChoices = ['take', 'skip', 'ask'] as const
export type RowChoice = (typeof rowChoices)[number]
/**
 * Why a written row is still there after an undo: others name it, somebody uses the account or has worked with the question, somebody edited
 * it, or somebody removed it before.
 */
export const stayedFor = ['in_use', 'account_used', 'worked_with', 'changed_since', 'removed_since'] as const
export type StayedFor = (typeof stayedFor)[number]
/** Characters of a value that a row is given in its plan. */
export const correctMost = 20_000
/** What to do with every changed row nobody chose for. */
export const onDuplicate = ['ask', 'skip', 'overwrite'] as const

/** What an upload is for; it decides who may begin one and how large it may be. */
export const uploadUses = ['import', 'backup'] as const
export type UploadUse = (typeof uploadUses)[number]
