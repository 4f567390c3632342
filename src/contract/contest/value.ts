/**
 * What a challenge is worth, by how many have solved it, and what comes on top. Points are whole numbers here; the ledger keeps them in
 * ten-thousandths (`ledger.ts`).
 *
 * Sources: linear and parabolic as CTFd's `decay.py`, exponential as GZCTF's `GameChallenge.cs`, classic and steep as rCTF's `packages/scoring`,
 * first three solvers as GZCTF's `Shared.cs`.
 */
export type Curve =
  | { kind: 'static'; most: number }
  /** `decay`: points that each solve after the first takes away. */
  | { kind: 'linear'; most: number; least: number; decay: number }
  /** `decay`: solves after the first until the least is reached. */
  | { kind: 'parabolic'; most: number; least: number; decay: number }
  /** `share`: thousandths of the most that are left however many solve it; `slowness`: solves in which the rest falls to its e-th part. */
  | { kind: 'exponential'; most: number; share: number; slowness: number }
  | { kind: 'classic' | 'steep'; most: number; least: number }

const bends = { classic: { at: 11.92201, power: 1.206069 }, steep: { at: 6, power: 1 } } as const

/** @param solves that count for the value: not those of participants who are banned, hidden or move no values */
export function challengeValue(curve: Curve, solves: number): number {
  const after = Math.max(0, solves - 1)
  switch (curve.kind) {
    case 'static':
      return curve.most
    case 'linear':
      return Math.max(curve.least, Math.ceil(curve.most - curve.decay * after))
    case 'parabolic':
      // as written at the source: (least - most) / decay² first, so that every scorer rounds alike
      return Math.max(curve.least, Math.ceil(((curve.least - curve.most) / curve.decay ** 2) * after ** 2 + curve.most))
    case 'exponential': {
      const left = curve.share / 1000
      return Math.floor(curve.most * (left + (1 - left) * Math.exp(-after / curve.slowness)))
    }
    case 'classic':
    case 'steep': {
      const { at, power } = bends[curve.kind]
      return Math.round(curve.least + (curve.most - curve.least) / (1 + (after / at) ** power))
    }
  }
}

/** What the first solvers get on top: a share of the present value, in thousandths, or points; by place, from the first. */
export interface BloodRule {
  as: 'permille' | 'points'
  places: readonly number[]
}
export const usualBlood: BloodRule = { as: 'permille', places: [50, 30, 10] }

/** @param rank from 1 @param field how many took part @returns points of an arena for a place in one of its events */
export const eventPoints = (weight: number, field: number, rank: number): number =>
  rank < 1 || rank > field ? 0 : Math.floor((weight * (field - rank + 1)) / field)
