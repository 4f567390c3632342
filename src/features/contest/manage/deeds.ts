/** What staff say to a contest; the server has the last word. */
import type { flagContest } from '../../../contract/contest/flagContest.ts'
import { t } from '../../../i18n/index.ts'
import type { ActionOf } from '../../../kit/action/action.ts'

export type ContestAction = ActionOf<typeof flagContest>
type Deed = 'start' | 'pause' | 'recover' | 'finish' | 'thaw'

const deed = (id: Deed, icon: NonNullable<ContestAction['icon']>, danger = false): ContestAction => ({
  id,
  label: `contest.deed.${id}`,
  icon,
  needs: 'one',
  ...(danger ? { danger } : {}),
  confirm: {
    title: ([row]) => t(`contest.deed_title.${id}`, { name: row?.name ?? '' }),
    text: () => t(`contest.deed_text.${id}`),
  },
  done: ([row]) => t(`contest.done.${id}`, { name: row?.name ?? '' }),
  call: async ([row], write) => {
    if (row) await write(`POST /flag-contests/:id/${id}`, { params: { id: row.id }, body: {} })
    return undefined
  },
})
export const contestDeeds = [
  deed('start', 'play'),
  deed('recover', 'play'),
  deed('pause', 'pause'),
  deed('thaw', 'eye'),
  deed('finish', 'stop', true),
] as const
