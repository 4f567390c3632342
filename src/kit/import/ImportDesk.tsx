/** Drop zone, uploads under way and the history of imports; an open import is kept in the address. */
import { useEffect } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { useSearchParams } from 'react-router-dom'
import { rowVerdicts } from '../../contract/import/import.ts'
import type { ImportPackage } from '../../contract/import/import.schema.ts'
import { importHistory } from '../../contract/import/history.ts'
import { limits } from '../../contract/limits.ts'
import { format, t } from '../../i18n/index.ts'
import { newKey } from '../../lib/id.ts'
import { FileDrop } from '../../ui/FileDrop.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import type { ListUi } from '../list/list.tsx'
import { ListPart } from '../list/ListView.tsx'
import { ImportPlan } from './ImportPlan.tsx'
import { UploadList } from './UploadList.tsx'
import { type UploadState, uploadActions } from './upload.slice.ts'
import './import.css'

export function ImportDesk() {
  const [search, setSearch] = useSearchParams()
  const open = search.get('import')
  const send = useDispatch()
  const done = useSelector((s: UploadState) => s.uploads.items.find((i) => i.phase.at === 'done'))
  // The plan of a finished upload opens by itself.
  useEffect(() => {
    if (done?.phase.at !== 'done') return
    const id = done.phase.importId
    send(uploadActions.dismissed(done.key))
    setSearch({ import: id })
  }, [done, send, setSearch])

  if (open) return <ImportPlan id={open} onClose={() => setSearch({})} />
  return (
    <Page title={t('import.title')} description={t('import.about')}>
      <Panel>
        <FileDrop
          accept={['.zip']}
          max={limits.importZip}
          min={1}
          multiple
          hint={t('import.drop-hint')}
          onFiles={(files) => files.forEach((file) => send(uploadActions.added({ key: newKey(), file })))}
        />
        <UploadList />
      </Panel>
      <Panel title={t('import.history')}>
        <ListPart ui={history} />
      </Panel>
    </Page>
  )
}

const history: ListUi<typeof importHistory> = {
  of: importHistory,
  screen: 'resource-import',
  columns: [
    'file_name',
    { of: 'state', width: 120, render: (p) => <StatusTag word={p.state} label={t(`import.state.${p.state}`)} dot /> },
    { of: 'counts', width: 300, render: (p) => <Figures plan={p} /> },
    'size',
    { of: 'created_by', width: 130, render: (p) => p.created_by_name },
    'created_at',
    { of: 'applied_at', spare: true },
    { of: 'undone_at', spare: true },
    { of: 'id', spare: true },
  ],
  filters: ['state', 'created_by', 'created_at'],
  open: (p) => `?import=${p.id}`,
  every: 15_000,
  empty: { title: 'import.none', text: 'import.none-text' },
}

const Figures = ({ plan }: { plan: ImportPackage }) => (
  <span className="import-figures">
    {rowVerdicts.map((v) => (
      <span key={v} className={plan.counts[v] ? undefined : 'mg-faint'}>
        {t(`import.verdict.${v}`)} {format.number(plan.counts[v])}
      </span>
    ))}
  </span>
)
