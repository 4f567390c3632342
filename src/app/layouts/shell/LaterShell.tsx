import { loadMessages, wordsInside } from '../../../i18n/index.ts'
import { lazyComponent } from './later.tsx'

/** The frame of the learner's and the administrator's screens, with the titles of all of them. */
export const LaterShell = lazyComponent(async () => {
  const [{ AppShell: Shell }] = await Promise.all([import('./Shell.tsx'), ...wordsInside.map(loadMessages)])
  return Shell
})
