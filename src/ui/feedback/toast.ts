/** Short news in a corner of the app. They never carry the only copy of something important. */
import { tongue, type Tongue } from '../../i18n/index.ts'
import { problemText } from './ProblemView.tsx'
import type { Tone } from '../data/tone.ts'

export interface Toast {
  tone: Tone
  text: string
  /** What may still be done about it. */
  act?: { label: string; run: () => void } | undefined
}

/** Corners of the apps of this page, newest last, each with the words of its app, by which it is known. */
const corners: { of: Tongue; show: (toast: Toast) => void }[] = []

/** Called by the app's own corner; returns what ends it. */
export function showToasts(of: Tongue, show: (toast: Toast) => void): () => void {
  const corner = { of, show }
  corners.push(corner)
  return () => {
    corners.splice(corners.indexOf(corner), 1)
  }
}

const say = (tone: Tone) => (text: string, act?: Toast['act']) => {
  const here = tongue()
  const corner = corners.findLast((c) => c.of === here) ?? corners.at(-1)
  corner?.show(act ? { tone, text, act } : { tone, text })
}

export const toast = {
  ok: say('ok'),
  info: say('info'),
  warn: say('warn'),
  bad: say('bad'),
  problem: (problem: unknown): void => say('bad')(problemText(problem)),
}
