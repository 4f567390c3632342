import type { ComponentType } from 'react'
import { Link } from 'react-router-dom'
import type { z } from 'zod'
import type { BankRoutes } from '../../../contract/bank/routes.ts'
import { t } from '../../../i18n/index.ts'
import type { ActionDialogProps } from '../../../kit/action/action.ts'
import { useCached } from '../../../kit/data/api.ts'
import type { AnyResource, Row } from '../../../kit/resource/words.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'

type Groups = z.output<BankRoutes<''>['GET /duplicates']['reply']>

/** Groups of questions that read alike; each leads to its page. */
export function duplicatesDialog<R extends AnyResource>(
  resource: R,
  toEdit: (id: string) => string,
): ComponentType<ActionDialogProps<Row<R>>> {
  return function Duplicates({ onClose }) {
    const { data, error, refetch } = useCached<Groups>(`GET ${resource.path}/duplicates`, {})
    return (
      <Dialog
        open
        size="large"
        title={t('bank.duplicates_title')}
        onClose={onClose}
        actions={<Button onClick={onClose}>{t('kit.close')}</Button>}
      >
        {error && !data && <ProblemView compact problem={error} onRetry={refetch} />}
        {!data && !error && <Loading kind="text" />}
        {data?.groups.length === 0 && <p>{t('bank.duplicates_none')}</p>}
        {data?.groups.map((group) => (
          <ul key={group[0]?.id}>
            {group.map((q) => (
              <li key={q.id}>
                <Link to={toEdit(q.id)}>{q.title}</Link>{' '}
                <span className="mg-dim">
                  {q.set_name} · <DateTime at={q.updated_at} />
                </span>
              </li>
            ))}
          </ul>
        ))}
        {data?.more && <p className="mg-hint">{t('bank.duplicates_more')}</p>}
      </Dialog>
    )
  }
}
