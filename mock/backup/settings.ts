/** Names and defaults of the settings that backups follow. */
import type { SettingsStore } from '#mock/http/request/handler.ts'

export interface BackupSettings {
  /** Seconds between two automatic backups, 0 for none. */
  every: number
  keep: number
  /** Bytes of the disk that stay free. */
  watermark: number
}

const seconds = { minutes: 60, days: 86_400 } as const

export async function backupSettings(s: SettingsStore): Promise<BackupSettings> {
  const auto = await s.get('backup.auto', true)
  const unit = await s.get<keyof typeof seconds>('backup.unit', 'days')
  return {
    every: auto ? (await s.get('backup.every', 1)) * seconds[unit] : 0,
    keep: await s.get('backup.keep', 7),
    watermark: await s.get('backup.disk_watermark', 512 * 1024 * 1024),
  }
}
