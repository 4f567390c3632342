/** What is known of a saved question: its versions, what uses it, how it was answered. */
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { BankRoutes } from '../../../contract/bank/routes.ts'
import type { RowBase } from '../../../contract/lib/resource.ts'
import type { z } from 'zod'
import { format, t } from '../../../i18n/index.ts'
import { useCached } from '../../../kit/data/api.ts'
import type { AnyResource } from '../../../kit/resource/words.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { KeyValue } from '../../../ui/data/KeyValue.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { QuestionPreviewDialog } from '../../../parts/question/PreviewDialog.tsx'
import { Versions } from './Versions.tsx'
import './editor.css'

type Reply<K extends keyof BankRoutes<''>> = z.output<BankRoutes<''>[K]['reply']>

export const questionFactsPanel = (resource: AnyResource, back: () => string) =>
  function Facts({ row }: { row: RowBase }) {
    const go = useNavigate()
    const [preview, setPreview] = useState(false)
    return (
      <div className="bank-facts">
        <p>
          <Button icon="eye" onClick={() => setPreview(true)}>
            {t('bank.preview')}
          </Button>
        </p>
        <Uses resource={resource} id={row.id} />
        <Versions resource={resource} row={row} onRestored={() => void go(back())} />
        {preview && <QuestionPreviewDialog row={row} onClose={() => setPreview(false)} />}
      </div>
    )
  }

function Uses({ resource, id }: { resource: AnyResource; id: string }) {
  const uses = useCached<Reply<'GET /:id/uses'>>(`GET ${resource.path}/:id/uses`, { params: { id } })
  const answers = useCached<Reply<'GET /:id/statistics'>>(`GET ${resource.path}/:id/statistics`, { params: { id } })
  if (uses.error ?? answers.error) return <ProblemView compact problem={(uses.error ?? answers.error)!} />
  if (!uses.data || !answers.data) return <Loading kind="text" />
  const { papers, hidden } = uses.data
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
            key: 'answers',
            label: t('bank.statistics'),
            value: all.answers
              ? `${format.number(all.answers)} · ${t('bank.facility')} ${format.percent(all.share)}`
              : t('bank.statistics_none'),
          },
        ]}
      />
    </Panel>
  )
}
