/** Short news in a corner of the app. They never carry the only copy of something important. */
import { problemText } from './ProblemView.tsx'
import type { Tone } from './tone.ts'

export interface Toast {
  tone: Tone
  text: string
  /** What may still be done about it. */
  act?: { label: string; run: () => void } | undefined
}

/** Whoever shows toasts, newest last: with several apps on a page the one that was mounted last. */
const shows: ((toast: Toast) => void)[] = []

/** Called by the app's own corner; returns what ends it. */
export function showToasts(show: (toast: Toast) => void): () => void {
  shows.push(show)
  return () => {
    shows.splice(shows.indexOf(show), 1)
  }
}

const say = (tone: Tone) => (text: string, act?: Toast['act']) =>
  shows.at(-1)?.(act ? { tone, text, act } : { tone, text })

export const toast = {
  ok: say('ok'),
  info: say('info'),
  warn: say('warn'),
  bad: say('bad'),
  problem: (problem: unknown): void => say('bad')(problemText(problem)),
}
