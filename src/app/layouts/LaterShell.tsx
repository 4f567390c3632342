import { later } from './later.tsx'

/** The frame of the learner portal and the back office; the sign-in page does without it. */
export const LaterShell = later(() => import('./Shell.tsx').then((m) => m.Shell))
