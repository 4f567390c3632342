import { lazyComponent } from './layouts/shell/later.tsx'

/** What is behind the sign-in, with the tables of all screens and their views. */
export const inside = () => import('./inside/Inside.tsx')
export const LaterInside = lazyComponent(async () => (await inside()).SignedInApp)
