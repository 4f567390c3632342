/** Drop zone, uploads under way and the history of imports; an open import is kept in the address. */
import { useEffect } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { Link, useSearchParams } from 'react-router-dom'
import { limits } from '../../contract/limits.ts'
import { format, t } from '../../i18n/index.ts'
import { newKey } from '../../lib/id.ts'
import { Button } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { FileDrop } from '../../ui/FileDrop.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ProblemView } from '../../ui/ProblemView.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { useRead } from '../data/api.ts'
import { ImportPlan } from './ImportPlan.tsx'
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
          <div className="import-scroll">
            <table className="import-table">
              <thead>
                <tr>
                  <th scope="col">{t('import.file')}</th>
                  <th scope="col">{t('import.state')}</th>
                  <th scope="col" className="number">
                    {t('import.verdict.new')}
                  </th>
                  <th scope="col" className="number">
                    {t('import.verdict.changed')}
                  </th>
                  <th scope="col" className="number">
                    {t('import.verdict.same')}
                  </th>
                  <th scope="col" className="number">
                    {t('import.verdict.refused')}
                  </th>
                  <th scope="col">{t('import.who')}</th>
                  <th scope="col">{t('import.when')}</th>
                </tr>
              </thead>
              <tbody>
                {data.items.map((p) => (
                  <tr key={p.id}>
                    <td>
                      <Link to={{ search: `?import=${p.id}` }} aria-label={t('import.open', { name: p.file_name })}>
                        {p.file_name}
                      </Link>
                    </td>
                    <td>
                      <StatusTag word={p.state} label={t(`import.state.${p.state}`)} />
                    </td>
                    <td className="number mg-num">{format.number(p.counts.new)}</td>
                    <td className="number mg-num">{format.number(p.counts.changed)}</td>
                    <td className="number mg-num">{format.number(p.counts.same)}</td>
                    <td className="number mg-num">{format.number(p.counts.refused)}</td>
                    <td>{p.created_by_name}</td>
                    <td className="mg-num">{format.dateTime(p.created_at)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {data.total > size && (
            <div className="import-pages">
              <Button size="small" disabled={page === 1} onClick={() => setSearch({ page: String(page - 1) })}>
                {t('import.previous')}
              </Button>
              <Button
                size="small"
                disabled={page * size >= data.total}
                onClick={() => setSearch({ page: String(page + 1) })}
              >
                {t('import.next')}
              </Button>
            </div>
          )}
        </>
      )}
    </Panel>
  )
}
