/** Divisions of a contest: what each lets its entries do, as bits; those of one challenge may differ. */
export const divisionBits = {
  /** Whoever registers may choose it. */
  join: 1,
  /** Its entries have a rank among all of them, beside that in the division. */
  overall: 2,
  /** Staff decide on each of its entries, however open registration is. */
  review: 4,
  view: 256,
  submit: 512,
  /** A solve brings points. */
  score: 1024,
  /** It may be one of the first three. */
  blood: 2048,
  /** It counts for what a challenge is worth. */
  values: 4096,
} as const
export type DivisionRight = keyof typeof divisionBits
/** Of the division as a whole. */
export const entryRights = ['join', 'review', 'overall'] as const satisfies readonly DivisionRight[]
/** Of each challenge; one of them may say otherwise. */
export const challengeRights = [
  'view',
  'submit',
  'score',
  'blood',
  'values',
] as const satisfies readonly DivisionRight[]

const sum = (rights: readonly DivisionRight[]): number => rights.reduce((bits, r) => bits | divisionBits[r], 0)
export const challengeBits = sum(challengeRights)
export const mostDivisionBits = sum([...entryRights, ...challengeRights])
/** All but review: as if there were no divisions. */
export const usualDivisionBits = mostDivisionBits & ~divisionBits.review

/** @param bits none: without divisions everything is allowed */
export const divisionAllows = (bits: number | null | undefined, right: DivisionRight): boolean =>
  bits === null || bits === undefined || (bits & divisionBits[right]) !== 0
export const withDivisionRight = (bits: number, right: DivisionRight, on: boolean): number =>
  on ? bits | divisionBits[right] : bits & ~divisionBits[right]
