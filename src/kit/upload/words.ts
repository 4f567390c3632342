import { format, t } from '../../i18n/index.ts'
import type { TransferEstimate } from './speed.logic.ts'

/** How fast bytes go and how long the rest takes; `still` while none do. */
export function paceText({ speed, left }: TransferEstimate, still: string): string {
  if (!speed) return still
  const words = t('upload.speed', { speed: format.size(speed) })
  return left === null ? words : t('upload.pace', { speed: words, left: timeLeft(left) })
}

/** Seconds as people say what is left: no false precision. */
const timeLeft = (seconds: number): string =>
  format.span(seconds < 60 ? Math.max(1, seconds) : Math.ceil(seconds / 60) * 60)
