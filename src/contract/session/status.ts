/**
 * Status of a user and what moves it. `expired` follows from the expiry date when read; nobody sends it, and a new date takes it back.
 * Whoever was rejected may register again, and a rejection may be taken back: the name stays theirs.
 */
export const userStatuses = ['to-audit', 'normal', 'disabled', 'expired', 'rejected'] as const
export type UserStatus = (typeof userStatuses)[number]

/** Registered and not approved: no account yet, and none of the licence's. */
export const isApplication = (status: string | undefined): boolean => status === 'to-audit' || status === 'rejected'

export const userMachine = {
  'to-audit': { pass: 'normal', fail: 'rejected' },
  normal: { disable: 'disabled', extend: 'normal' },
  disabled: { recover: 'normal' },
  expired: { disable: 'disabled', extend: 'normal' },
  rejected: { register: 'to-audit', reconsider: 'to-audit' },
} as const satisfies Record<UserStatus, Partial<Record<string, UserStatus>>>
