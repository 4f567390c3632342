import './clearing.css'
import { useState } from 'react'
import { useMayChange } from '../../../../kit/session/access.ts'
import type { Cleared } from '../../../../contract/system/clearing.ts'
import { format, t } from '../../../../i18n/index.ts'
import { useRead, useWrite } from '../../../../kit/data/api.ts'
import { Table } from '../../../../ui/data/Table.tsx'
import { Button } from '../../../../ui/input/Button.tsx'
import { Confirm } from '../../../../ui/feedback/Confirm.tsx'
import { Loading } from '../../../../ui/feedback/Loading.tsx'
import { Panel } from '../../../../ui/layout/Panel.tsx'
import { ProblemView } from '../../../../ui/feedback/ProblemView.tsx'
import { LastRun } from './LastRun.tsx'

/** What clearing would take away by the settings as they are saved, and taking it. */
export default function Clearing() {
  const { data, error, fetching, refetch } = useRead('GET /clearing/preview', undefined)
  const [kept, setKept] = useState<ReadonlySet<Cleared>>(new Set())
  const [asking, setAsking] = useState(false)
  const [run] = useWrite('POST /clearing/run')
  const may = useMayChange('system-config')
  if (!data)
    return (
      <Panel title={t('config.clear_preview')}>
        {error ? <ProblemView compact problem={error} onRetry={refetch} /> : <Loading kind="list" rows={8} />}
      </Panel>
    )
  const chosen = data.items.filter((i) => i.count > 0 && !kept.has(i.what))
  const count = chosen.reduce((n, i) => n + i.count, 0)
  const none =
    count === 0 && t(data.items.some((i) => i.count > 0) ? 'config.clear_none_chosen' : 'config.clear_nothing')
  const bytes = chosen.reduce((n, i) => n + i.bytes, 0)
  const start = async () => {
    await run({ body: { at: data.at, version: data.version, what: chosen.map((i) => i.what) } })
  }
  return (
    <>
      <LastRun onDone={refetch} />
      <Panel
        flush
        title={t('config.clear_preview')}
        description={t('config.clear_preview_text', { at: format.dateTime(data.at) })}
        actions={
          <>
            <Button size="small" icon="refresh" busy={fetching} onClick={refetch}>
              {t('config.clear_look')}
            </Button>
            {may && (
              <Button size="small" tone="danger" icon="trash" off={none} onClick={() => setAsking(true)}>
                {t('config.clear_now')}
              </Button>
            )}
          </>
        }
      >
        <Table
          name={t('config.clear_what')}
          rows={data.items}
          keyOf={(i) => i.what}
          columns={[
            {
              head: t('config.clear_what'),
              names: true,
              cell: (i) => (
                <label className="clearing-what">
                  <input
                    type="checkbox"
                    disabled={i.count === 0}
                    checked={i.count > 0 && !kept.has(i.what)}
                    onChange={(e) => {
                      const next = new Set(kept)
                      if (e.target.checked) next.delete(i.what)
                      else next.add(i.what)
                      setKept(next)
                    }}
                  />
                  {t(`config.cleared.${i.what}`)}
                </label>
              ),
            },
            {
              head: t('config.clear_before'),
              cell: (i) =>
                i.before ? format.date(i.before) : <span className="mg-dim">{t('config.clear_any_age')}</span>,
            },
            { head: t('config.clear_count'), number: true, cell: (i) => format.number(i.count) },
            { head: t('config.clear_size'), number: true, cell: (i) => format.size(i.bytes) },
          ]}
        />
        <p className="mg-hint clearing-note">{t('config.clear_audit')}</p>
      </Panel>
      <Confirm
        open={asking}
        danger
        title={t('config.clear_title', { n: count })}
        confirm={t('config.clear_now')}
        onConfirm={start}
        onClose={() => setAsking(false)}
      >
        <p>{t('config.clear_text', { size: format.size(bytes) })}</p>
        <ul className="network-cut">
          {chosen.map((i) => (
            <li key={i.what}>
              {t(`config.cleared.${i.what}`)}: {format.number(i.count)}
            </li>
          ))}
        </ul>
      </Confirm>
    </>
  )
}
