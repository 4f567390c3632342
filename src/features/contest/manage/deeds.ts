/** What staff say to a contest; the server has the last word. */
import { lazy } from 'react'
import type { flagContest } from '../../../contract/contest/flagContest.ts'
import { t } from '../../../i18n/index.ts'
import type { ActionOf } from '../../../kit/action/action.ts'

export type ContestAction = ActionOf<typeof flagContest>
type Deed = 'start' | 'pause' | 'recover' | 'freeze' | 'finish' | 'thaw' | 'finalise'

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
  {
    id: 'extend',
    label: 'contest.deed.extend',
    icon: 'clock',
    needs: 'one',
    dialog: lazy(() => import('../run/ExtendDialog.tsx')),
  } satisfies ContestAction,
  deed('freeze', 'lock'),
  deed('thaw', 'eye'),
  deed('finish', 'stop', true),
  deed('finalise', 'check'),
  {
    id: 'reopen',
    label: 'contest.deed.reopen',
    icon: 'undo',
    needs: 'one',
    dialog: lazy(() => import('../run/ReopenDialog.tsx')),
  } satisfies ContestAction,
] as const
