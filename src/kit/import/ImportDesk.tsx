/** Drop zone, uploads under way and the history of imports; an open import is kept in the address. */
import { useEffect } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { Link, useSearchParams } from 'react-router-dom'
import { rowVerdicts } from '../../contract/import/import.ts'
import type { ImportPackage } from '../../contract/import/import.schema.ts'
import { limits } from '../../contract/limits.ts'
import { format, t } from '../../i18n/index.ts'
import { newKey } from '../../lib/id.ts'
import { Empty } from '../../ui/Empty.tsx'
import { FileDrop } from '../../ui/FileDrop.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ProblemView } from '../../ui/ProblemView.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { useRead } from '../data/api.ts'
import { ImportPlan } from './ImportPlan.tsx'
import { type Column, ImportTable, Pages } from './ImportTable.tsx'
import { UploadList } from './UploadList.tsx'
import { type UploadState, uploadActions } from './upload.slice.ts'
import './import.css'

const size = 20

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
      <History />
    </Page>
  )
}

const columns = (): Column<ImportPackage>[] => [
  {
    head: t('import.package'),
    cell: (p) => (
      <Link to={{ search: `?import=${p.id}` }} aria-label={t('import.open', { name: p.file_name })}>
        {p.file_name}
      </Link>
    ),
  },
  { head: t('import.state'), cell: (p) => <StatusTag word={p.state} label={t(`import.state.${p.state}`)} /> },
  ...rowVerdicts.map(
    (v): Column<ImportPackage> => ({
      head: t(`import.verdict.${v}`),
      number: true,
      cell: (p) => format.number(p.counts[v]),
    }),
  ),
  { head: t('import.who'), cell: (p) => p.created_by_name },
  { head: t('import.when'), className: 'mg-num', cell: (p) => format.dateTime(p.created_at) },
]

function History() {
  const [search, setSearch] = useSearchParams()
  const page = Math.max(1, Number(search.get('page')) || 1)
  const { data, error, refetch } = useRead('GET /imports', { query: { page, page_size: size } }, { every: 15_000 })
  return (
    <Panel title={t('import.history')} flush className="import-files">
      {error && !data ? (
        <ProblemView problem={error} onRetry={refetch} compact />
      ) : !data ? (
        <Loading kind="list" rows={4} />
      ) : data.total === 0 ? (
        <Empty title={t('import.none')} icon="import" compact>
          {t('import.none-text')}
        </Empty>
      ) : (
        <>
          <ImportTable rows={data.items} keyOf={(p) => p.id} columns={columns()} />
          <Pages page={page} size={size} total={data.total} onTurn={(n) => setSearch({ page: String(n) })} />
        </>
      )}
    </Panel>
  )
}
