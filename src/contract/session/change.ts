/** Why a session may only change its password. */
export const mustChange = ['first', 'expired'] as const
/** The ways into `/change-password/:type`. */
export const changeTypes = ['first', 'expired', 'forgotten', 'own'] as const
export type ChangeType = (typeof changeTypes)[number]
