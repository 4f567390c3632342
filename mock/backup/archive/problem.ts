/** Why a backup is refused, as a code of the problem catalogue; `details` name the place. */
export class BackupProblem extends Error {
  constructor(
    readonly code:
      | 'backup_damaged'
      | 'backup_incomplete'
      | 'backup_newer'
      | 'archive_refused'
      | 'passphrase_wrong'
      | 'too_large',
    readonly details: Record<string, unknown> = {},
  ) {
    super(`${code} ${JSON.stringify(details)}`)
    this.name = 'BackupProblem'
  }
}
