/** The way from the list of a bank to its desk, and the desk in the place of the list while the address says so. */
import type { ScreenName } from '../../../contract/screens/index.ts'

export const importAction = (screen: ScreenName) =>
  ({
    id: 'import',
    label: 'bank.import',
    icon: 'import',
    needs: 'none',
    changes: true,
    screens: [screen],
    to: () => '?desk=import',
  }) as const
