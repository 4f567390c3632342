import { lazy, Suspense, useState } from 'react'
import { format, t } from '../../i18n/index.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { Menu, type MenuItem } from '../../ui/input/Menu.tsx'
import { labelOf } from '../resource/words.ts'
import { wholeChoice } from './grid/columns.logic.ts'
import type { ListModel } from './useList.ts'

const ColumnsDialog = lazy(() => import('./grid/ColumnsDialog.tsx'))

/** How the viewer likes to see the list: cards or rows, their height, the columns. */
export function ViewMenu({ list }: { list: ListModel }) {
  const { prefs, setPrefs: onPrefs, look, density } = list
  const { resource, columns } = list.spec
  const withCards = list.ui.card !== undefined
  const [choosing, setChoosing] = useState(false)
  const looks: (MenuItem | 'line')[] = withCards
    ? [
        {
          id: 'list',
          label: t('kit.list.as_list'),
          checked: look === 'list',
          onSelect: () => onPrefs({ look: 'list' }),
        },
        {
          id: 'cards',
          label: t('kit.list.as_cards'),
          checked: look === 'cards',
          onSelect: () => onPrefs({ look: 'cards' }),
        },
        'line',
      ]
    : []
  const rows: (MenuItem | 'line')[] =
    look === 'list'
      ? [
          ...(['comfortable', 'compact'] as const).map((d) => ({
            id: d,
            label: t(`kit.list.${d}`),
            checked: density === d,
            onSelect: () => onPrefs({ density: d }),
          })),
          'line',
          { id: 'columns', label: t('kit.list.columns'), icon: 'columns', onSelect: () => setChoosing(true) },
        ]
      : []
  return (
    <>
      {look === 'list' && list.left.length > 0 && (
        <Button
          tone="quiet"
          icon="columns"
          title={format.list(list.left.map((c) => labelOf(resource, c.name)))}
          onClick={() => onPrefs({ columns: wholeChoice(columns) })}
        >
          {t('kit.list.columns_more', { n: list.left.length })}
        </Button>
      )}
      <Menu
        label={t('kit.list.view')}
        trigger={<Icon name={look === 'cards' ? 'grid' : 'list'} />}
        triggerClass="mg-btn mg-btn-quiet mg-btn-default mg-btn-icon"
        items={[
          ...looks,
          ...rows,
          { id: 'keys', label: t('kit.list.keys'), icon: 'keyboard', note: '?', onSelect: () => list.help.show(true) },
        ]}
      />
      {choosing && (
        <Suspense fallback={null}>
          <ColumnsDialog
            resource={resource}
            columns={columns}
            choice={prefs.columns}
            onChange={(choice) => onPrefs({ columns: choice })}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </>
  )
}
