/** How a verdict looks, wherever one is told. */
import type { Verdict } from '../../contract/practice/practice.ts'
import type { IconName } from '../../ui/icon/icons.ts'
import type { Tone } from '../../ui/data/tone.ts'

export const verdictMarks: Record<Verdict, { icon: IconName; tone: Tone }> = {
  right: { icon: 'check', tone: 'ok' },
  partly: { icon: 'partly', tone: 'warn' },
  wrong: { icon: 'close', tone: 'bad' },
}
