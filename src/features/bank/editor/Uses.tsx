/** What uses a question, said before it is changed, and after it while an exam runs that keeps what it was. */
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import type { z } from 'zod'
import type { BankRoutes } from '../../../contract/bank/routes.ts'
import type { RowBase } from '../../../contract/lib/resource.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { useCached } from '../../../kit/data/api.ts'
import type { AnyResource } from '../../../kit/resource/words.ts'
import { useLatest } from '../../../kit/resource/useLatest.ts'
import { useAccess } from '../../../kit/session/access.ts'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { KeyValue } from '../../../ui/data/KeyValue.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import './editor.css'

type Reply<K extends keyof BankRoutes<''>> = z.output<BankRoutes<''>[K]['reply']>
type Used = Reply<'GET /:id/uses'>

const useUses = (resource: AnyResource, id: string) =>
  useCached<Used>(`GET ${resource.path}/:id/uses`, { params: { id } })

export const questionUses = (resource: AnyResource) =>
  function Uses({ row: { id } }: { row: RowBase }) {
    const uses = useUses(resource, id)
    const answers = useCached<Reply<'GET /:id/statistics'>>(`GET ${resource.path}/:id/statistics`, { params: { id } })
    const failed = uses.error ?? answers.error
    if (failed) return <ProblemView compact problem={failed} />
    if (!uses.data || !answers.data) return <Loading kind="text" />
    const { papers, hidden, exams, exams_hidden } = uses.data
    const all = answers.data
    return (
      <Panel>
        <KeyValue
          columns={1}
          items={[
            {
              key: 'uses',
              label: t('bank.uses'),
              value: (
                <>
                  {papers.length + hidden === 0 && t('bank.uses_none')}
                  {papers.map((p) => `${p.name} (${t('bank.version_n', { n: p.version })})`).join(', ')}{' '}
                  {hidden > 0 && t('bank.uses_hidden', { n: hidden })}
                </>
              ),
            },
            {
              key: 'exams',
              label: t('bank.uses_exams'),
              value: (
                <>
                  {exams.length + exams_hidden === 0 && t('bank.uses_no_exam')}
                  {exams
                    .map((e) => t('bank.uses_exam', { name: e.name, n: e.version, running: e.running ? 'yes' : 'no' }))
                    .join(', ')}{' '}
                  {exams_hidden > 0 && t('bank.uses_exams_hidden', { n: exams_hidden })}
                </>
              ),
            },
            {
              key: 'answers',
              label: t('bank.statistics'),
              value: all.answers
                ? `${format.number(all.answers)} · ${t('bank.facility')} ${format.percent(all.share)}`
                : t('bank.statistics_none'),
            },
          ]}
        />
        <Running of={uses.data} />
      </Panel>
    )
  }

const runs = (of: Used) => of.running_hidden > 0 || of.exams.some((e) => e.running)

function Running({ of }: { of: Used }) {
  const { visible } = useAccess()
  if (!runs(of)) return null
  return (
    <div className="bank-alike" role="status">
      <Icon name="warn" />
      <div>
        {of.exams
          .filter((e) => e.running)
          .map((e) => (
            <p key={e.id}>
              {t('bank.running', { name: e.name, n: e.version })}{' '}
              {visible.has('exam-scoring') && (
                <Link to={href('exam-scoring', { examId: e.id })}>{t('bank.running_to', { name: e.name })}</Link>
              )}
            </p>
          ))}
        {of.running_hidden > 0 && <p>{t('bank.running_hidden', { n: of.running_hidden })}</p>}
      </div>
    </div>
  )
}

/** After a change that running exams do not get: says which, and where their keys are corrected. */
export const keptByExams = (resource: AnyResource) =>
  function KeptByExams({ row, onClose }: { row: RowBase; onClose: () => void }) {
    const uses = useUses(resource, row.id)
    const silent = uses.error !== undefined || (uses.data !== undefined && !runs(uses.data))
    const close = useLatest(onClose)
    useEffect(() => {
      if (silent) close.current()
    }, [silent, close])
    if (silent || !uses.data) return null
    return (
      <Dialog
        open
        title={t('bank.saved_version', { n: row.version })}
        onClose={onClose}
        actions={<Button onClick={onClose}>{t('ui.close')}</Button>}
      >
        <Running of={uses.data} />
      </Dialog>
    )
  }
