/** Apart from the table of screens, which the page before the sign-in does without. */
import type { BuiltName, Screen } from './index.ts'

/** Whether there is a view of it by now. */
export const isBuilt = (screen: Screen): screen is Screen & { name: BuiltName } => screen.built
