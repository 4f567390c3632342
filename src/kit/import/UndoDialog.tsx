/** Asks once before an import is undone: how much goes, comes back and stays, and why. */
import { useState } from 'react'
import type { ImportPackage, UndoPreview } from '../../contract/import/import.schema.ts'
import { t, tOr } from '../../i18n/index.ts'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { useRead, useWrite } from '../data/api.ts'
import { counterOf } from '../resource/counter.ts'
import { keptIn } from './words.ts'

export function UndoDialog({ plan, onClose }: { plan: ImportPackage; onClose: () => void }) {
  const params = { id: plan.id }
  const [undo] = useWrite('POST /imports/:id/undo')
  // what was agreed to is not asked about again while it is done
  const [agreed, agree] = useState<UndoPreview>()
  const { data, error, fetching, refetch } = useRead(
    'GET /imports/:id/undo',
    { params },
    { fresh: true, skip: agreed !== undefined },
  )
  const shown = agreed ?? (fetching ? undefined : data)
  const kept = keptIn(shown?.kept)
  const some = shown !== undefined && shown.removed + shown.restored > 0
  const run = () => {
    agree(shown)
    return undo({ params, body: { version: plan.version, ...(shown && { digest: shown.digest }) } }).catch(
      (e: unknown) => {
        // what came out otherwise is asked about anew, with the figures of now
        agree(undefined)
        throw e
      },
    )
  }
  return (
    <Confirm
      open
      danger
      title={t('import.confirm-undo')}
      confirm={t('import.undo')}
      ready={shown !== undefined && (some || kept === 0)}
      onConfirm={run}
      onClose={onClose}
    >
      {shown ? (
        <>
          <p>
            {some
              ? t('import.undo-foreseen', { removed: shown.removed, restored: shown.restored })
              : t('import.undo-nothing')}
            {kept > 0 && ` ${t('import.undo-kept', { n: kept })}`}
          </p>
          {kept > 0 && (
            <ul className="import-undecided">
              {shown.first.map((row) => (
                <li key={row.n}>
                  {row.label}{' '}
                  <span className="mg-dim">
                    {tOr([`rule.${row.reason?.rule ?? row.why}`, `rule.${row.why}`], '', row.reason?.params)}
                  </span>
                </li>
              ))}
              {kept > shown.first.length && (
                <li className="mg-dim">
                  {t('kit.action.and_more', { n: kept - shown.first.length, unit: counterOf() })}
                </li>
              )}
            </ul>
          )}
        </>
      ) : error && !fetching ? (
        <ProblemView compact problem={error} onRetry={refetch} />
      ) : (
        <Loading kind="text" />
      )}
    </Confirm>
  )
}
