/** The rows of which every score of a contest is the sum. They are only added: what was wrong is set right by another row. */

/** Amounts are whole numbers of these: ten-thousandths of a point. */
export const pointUnit = 10_000

export const ledgerCauses = [
  'flag',
  'decay',
  'blood',
  'hint',
  'round',
  'check',
  'level',
  'feed',
  'event',
  'adjust',
  'void',
  'rejudge',
  'ban',
  'unban',
  'rule-change',
  'carry',
] as const
export type LedgerCause = (typeof ledgerCauses)[number]
/** Points by these are earned in play: the latest of them settles a tie. The others are given by hand, taken, or brought along. */
export const earnedCauses: ReadonlySet<LedgerCause> = new Set([
  'flag',
  'round',
  'check',
  'level',
  'feed',
  'event',
  'rejudge',
])

interface Base {
  /** Given under the lock of the contest: its order is the order of commits. */
  seq: number
  /** When what it stands for arrived, in milliseconds. */
  at: number
  cause: LedgerCause
}
/**
 * `points`: to a participant. `price`: of an item from now on, for whoever holds it. `hold`, `drop`: a participant has an item, with its bonus and
 * the cost of its hints, or has it no more. `out`, `back`: a participant stands on no board, or on it again; nothing of theirs is lost.
 * Points that follow from an item name it and what of it they are for: a part of its flags, or a hint, with what that will cost of its solve.
 */
export type LedgerRow = Base &
  (
    | { kind: 'points'; participant: string; amount: number; item?: string; part?: string; cost?: number }
    | { kind: 'price'; item: string; amount: number }
    /** `bits`: what the participant's division allowed then (`division.ts`); none without divisions. */
    | { kind: 'hold'; participant: string; item: string; bonus: HoldBonus; cost: number; bits?: number }
    | { kind: 'drop'; participant: string; item: string }
    | { kind: 'out' | 'back'; participant: string }
  )
/** Thousandths of the present price, rounded down to whole points, and an amount beside it. */
export interface HoldBonus {
  permille: number
  amount: number
}
