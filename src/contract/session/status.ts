/** Status of a user and what moves it. `expired` follows from the expiry date when read; nobody sends it. */
export const userStatuses = ['to-audit', 'normal', 'disabled', 'expired', 'rejected'] as const
export type UserStatus = (typeof userStatuses)[number]

export const userMachine = {
  'to-audit': { pass: 'normal', fail: 'rejected' },
  normal: { disable: 'disabled' },
  disabled: { recover: 'normal' },
  expired: { disable: 'disabled' },
  rejected: {},
} as const satisfies Record<UserStatus, Partial<Record<string, UserStatus>>>

/** Why a session may only change its password. */
export const mustChange = ['first', 'expired'] as const
/** The ways into `/change-password/:type`. */
export const changeTypes = ['first', 'expired', 'forgotten', 'own'] as const
export type ChangeType = (typeof changeTypes)[number]
