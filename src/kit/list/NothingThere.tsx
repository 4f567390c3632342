import type { ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Empty } from '../../ui/feedback/Empty.tsx'
import type { AnyResource } from '../resource/words.ts'
import type { ListUi } from './list.tsx'

interface NothingThereProps {
  ui: Pick<ListUi<AnyResource>, 'empty'>
  /** A search or filters are on: there may be rows that do not match. */
  narrowed: boolean
  onClear: () => void
  /** How to make the first one. */
  children: ReactNode
}

/** An empty list says which of the two it is: nothing there yet, or nothing that matches. */
export function NothingThere({ ui, narrowed, onClear, children }: NothingThereProps) {
  if (narrowed)
    return (
      <Empty
        icon="search"
        title={t('kit.list.no_match')}
        action={<Button onClick={onClear}>{t('kit.list.filters_clear')}</Button>}
      >
        {t('kit.list.no_match_text')}
      </Empty>
    )
  return (
    <Empty icon="library" title={t(ui.empty?.title ?? 'kit.list.empty')} action={children}>
      {t(ui.empty?.text ?? 'kit.list.empty_text')}
    </Empty>
  )
}
