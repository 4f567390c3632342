import { t } from '../../i18n/index.ts'

/** Seconds as people say what is left: no false precision. */
export function timeLeft(seconds: number): string {
  if (seconds < 60) return t('upload.left_seconds', { n: Math.max(1, seconds) })
  if (seconds < 3600) return t('upload.left_minutes', { n: Math.ceil(seconds / 60) })
  return t('upload.left_hours', { n: Math.floor(seconds / 3600), m: Math.ceil((seconds % 3600) / 60) })
}
