import { lazy } from 'react'
import type { ActionOf } from '../../kit/action/action.ts'
import type { AnyResource } from '../../kit/resource/words.ts'

/** Offered where a copy cannot go beside its original. */
export const copyInto = <R extends AnyResource>(resource: R, to: (id: string) => string): ActionOf<R> => ({
  id: 'copy-into',
  label: 'bank.copy_into',
  icon: 'copy',
  needs: 'one',
  may: (row) => row.can.includes('use') && !row.can.includes('copy'),
  dialog: lazy(async () => {
    const { copyIntoDialog } = await import('./CopyIntoDialog.tsx')
    return { default: copyIntoDialog(resource, to) }
  }),
})
