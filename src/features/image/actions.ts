/** What may be done to an image, on its list and on its own page. */
import type { Image } from '../../contract/image/image.schema.ts'
import { image } from '../../contract/image/image.ts'
import { href } from '../../contract/screens/index.ts'
import { t } from '../../i18n/index.ts'
import type { ActionOf } from '../../kit/action/action.ts'
import { change, edit, remove } from '../../kit/action/common.ts'

export const imageStatusActions: readonly ActionOf<typeof image>[] = [
  change(image, 'save', { label: 'image.save', icon: 'check' }),
  change(image, 'reopen', { label: 'image.reopen', icon: 'undo', ask: 'image.reopen_text' }),
  change(image, 'retry', { label: 'image.retry', icon: 'refresh' }),
]

export const exporting: ActionOf<typeof image> = {
  id: 'export',
  label: 'image.export',
  icon: 'export',
  needs: 'one',
  done: () => t('image.export_begun'),
  call: async ([row], write) => {
    await write('POST /images/:id/export', { params: { id: row?.id ?? '' } })
    return undefined
  },
}

/** The machine it is worked on at; there for as long as it can be, or is. */
export const connecting: ActionOf<typeof image> = {
  id: 'connect',
  label: 'image.connect',
  icon: 'terminal',
  needs: 'one',
  key: 'c',
  to: (row) => href('image-connect', undefined, { image: row?.id ?? '' }),
}

export const rowActions: readonly ActionOf<typeof image>[] = [
  edit(image, (row: Image) => href('image-edit', { id: row.id })),
  connecting,
  ...imageStatusActions,
  {
    id: 'audience',
    label: 'kit.action.audience',
    icon: 'users',
    needs: 'one',
    key: 'a',
    to: (row) => href('image-auth', { id: row?.id ?? '' }),
  },
  exporting,
  remove(image),
]
