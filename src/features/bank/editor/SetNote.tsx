import type { AnyResource } from '../../../kit/resource/words.ts'
import { useRow } from '../../../kit/resource/calls.ts'
import { t } from '../../../i18n/index.ts'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { isRecord } from '../../../contract/lib/typed.ts'

/** Below the set a question is put into: learners practise those of open sets alone, and nobody should wait for them elsewhere. */
export const setNote = <R extends AnyResource>(sets: R) =>
  function SetNote({ value }: { value: unknown }) {
    const { data } = useRow(sets, typeof value === 'string' && value ? value : undefined)
    if (data?.id !== value || !isRecord(data) || data['practice'] !== false) return null
    return (
      <p className="mg-hint" role="status">
        <Icon name="lock" /> {t('bank.set_closed')}
      </p>
    )
  }
