/** Backups and restores in plain words and figures. */
export const backupStates = ['making', 'checking', 'ready', 'failed'] as const
export type BackupState = (typeof backupStates)[number]

/** By somebody, by the interval, before a restore, or brought from elsewhere. */
export const backupOrigins = ['manual', 'automatic', 'safety', 'uploaded'] as const
export type BackupOrigin = (typeof backupOrigins)[number]

/** What a restore is doing; `done` and `failed` are its ends. */
export const restoreStages = ['waiting', 'safety', 'reading', 'loading', 'files', 'starting', 'done', 'failed'] as const

/** How a backup's schema stands to the server's. A newer one, or one of another line, is never restored. */
export const backupFits = ['same', 'older', 'newer'] as const
export type BackupFit = (typeof backupFits)[number]

/** What has to be typed before a restore, in either language. */
export const restoreWords = ['RESTORE', '恢复'] as const

/** Largest backup in bytes, and shortest passphrase in characters. */
export const backupLimits = { file: 4 * 1024 ** 3 - 1, passphrase: { min: 8, max: 128 }, note: 200 } as const
