/** What may be done in the lists of the three banks. */
import { lazy } from 'react'
import type { BuiltName } from '../../contract/screens/index.ts'
import { href, type ScreenName } from '../../contract/screens/index.ts'
import type { ActionDialogProps, ActionOf } from '../../kit/action/action.ts'
import { add, copy, edit, remove } from '../../kit/action/common.ts'
import type { AnyResource, Row } from '../../kit/resource/words.ts'
import { copyInto } from '../../parts/sorting-tree/copyInto.ts'
import { inSet } from '../../parts/sorting-tree/sets.logic.ts'
import { importAction } from './import/action.ts'

/** Screens of one bank. */
export interface Places {
  list: BuiltName & ScreenName
  add: 'theory-add' | 'exercise-add' | 'flags-solve-add'
  edit: 'theory-edit' | 'exercise-edit' | 'flags-solve-edit'
  types: 'theory-type' | 'exercise-type' | 'flags-solve-type'
}

export const bankOfPlace = { 'theory-edit': 'theory', 'exercise-edit': 'exercise', 'flags-solve-edit': 'flag' } as const

export function bankActions<R extends AnyResource>(resource: R, places: Places, desk: boolean): ActionOf<R>[] {
  const toEdit = (id: string) => href(places.edit, { id })
  return [
    {
      id: 'types',
      label: 'bank.set_manage',
      icon: 'tag',
      needs: 'none',
      screens: [places.types],
      to: () => href(places.types),
    },
    ...(desk ? [importAction(places.list)] : []),
    {
      id: 'duplicates',
      label: 'bank.duplicates',
      icon: 'copy',
      needs: 'none',
      dialog: lazy(async () => {
        const { duplicatesDialog } = await import('./bulk/Duplicates.tsx')
        return { default: duplicatesDialog(resource, toEdit) }
      }),
    },
    {
      id: 'reports',
      label: 'keep.reports',
      icon: 'flag-mark',
      needs: 'none',
      dialog: lazy(async () => {
        const { reportsDialog } = await import('./Reports.tsx')
        return { default: reportsDialog(bankOfPlace[places.edit], toEdit) }
      }),
    },
    ...(bankOfPlace[places.edit] === 'flag'
      ? ([
          {
            id: 'sharing',
            label: 'keep.sharing',
            icon: 'users',
            needs: 'none',
            dialog: lazy(() => import('./Sharing.tsx')),
          },
        ] as const)
      : []),
    add(resource, places.add, (query) => href(places.add, undefined, inSet(query))),
    edit(resource, (row) => toEdit(row.id)),
    {
      id: 'preview',
      label: 'bank.preview',
      icon: 'eye',
      needs: 'one',
      key: 'p',
      may: () => true,
      dialog: lazy(async () => {
        const { QuestionPreviewDialog: PreviewDialog } = await import('../../parts/question/PreviewDialog.tsx')
        return {
          default: ({ rows, onClose }: ActionDialogProps<Row<R>>) =>
            rows[0] ? <PreviewDialog row={rows[0]} onClose={onClose} /> : null,
        }
      }),
    },
    copy(resource, toEdit, { may: 'copy' }),
    copyInto(resource, toEdit),
    {
      id: 'move',
      label: 'bank.move',
      icon: 'folder',
      needs: 'many',
      may: (row) => row.can.includes('update'),
      dialog: lazy(async () => {
        const { moveDialog } = await import('./bulk/Move.tsx')
        return { default: moveDialog(resource) }
      }),
    },
    {
      id: 'tag',
      label: 'bank.tag',
      icon: 'tag',
      needs: 'many',
      may: (row) => row.can.includes('update'),
      dialog: lazy(async () => {
        const { tagDialog } = await import('./bulk/Tag.tsx')
        return { default: tagDialog(resource) }
      }),
    },
    {
      id: 'audience',
      label: 'kit.action.audience',
      icon: 'users',
      needs: 'many',
      key: 'a',
      dialog: lazy(async () => {
        const { authoriseDialog } = await import('./bulk/Authorise.tsx')
        return { default: authoriseDialog(resource) }
      }),
    },
    remove(resource),
  ]
}
