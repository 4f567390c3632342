import { loadMessages, wordsInside } from '../../i18n/index.ts'
import { later } from './later.tsx'

/** The frame of the learner's and the administrator's screens, with the titles of all of them. */
export const LaterShell = later(async () => {
  const [{ Shell }] = await Promise.all([import('./Shell.tsx'), ...wordsInside.map(loadMessages)])
  return Shell
})
