/** Short news in a corner of the app. They never carry the only copy of something important. */
import { problemText } from './ProblemView.tsx'
import type { Tone } from './tone.ts'

export interface Toast {
  tone: Tone
  text: string
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

const say = (tone: Tone) => (text: string) => shows.at(-1)?.({ tone, text })

export const toast = {
  ok: say('ok'),
  info: say('info'),
  warn: say('warn'),
  bad: say('bad'),
  problem: (problem: unknown): void => say('bad')(problemText(problem)),
}
