import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { href } from '../../../contract/screens/index.ts'
import type { SystemLogLine } from '../../../contract/system/systemLog.schema.ts'
import { t, tOr, tMade } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { useAccess } from '../../../kit/session/access.ts'
import { Copyable } from '../../../ui/data/Copyable.tsx'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { KeyValue } from '../../../ui/data/KeyValue.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { LogLevelTag, sentenceOf } from './systemLogWords.tsx'

export function SystemLogDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useRead('GET /system-log/:id', { params: { id } })
  return (
    <Dialog open size="side" title={data ? tMade(`log.code.${data.code}`) : t('log.entry')} onClose={onClose} light>
      {data ? (
        <Entry entry={data} />
      ) : error ? (
        <ProblemView problem={error} onRetry={refetch} />
      ) : (
        <Loading kind="list" />
      )}
    </Dialog>
  )
}

const More = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link className="log-more" to={to}>
    {children}
  </Link>
)

function Entry({ entry }: { entry: SystemLogLine }) {
  const { visible } = useAccess()
  const { request_id, source, code } = entry
  return (
    <>
      <p className="log-said">{sentenceOf(entry)}</p>
      <KeyValue
        columns={1}
        items={[
          { label: t('log.field.at'), value: <DateTime at={entry.at} seconds /> },
          { label: t('log.field.level'), value: <LogLevelTag level={entry.level} dot={false} /> },
          {
            label: t('log.field.source'),
            value: (
              <>
                {tOr([`log.source.${source}`], source)}
                <More to={href('system-log', undefined, { source })}>{t('log.of_source')}</More>
              </>
            ),
          },
          {
            label: t('log.field.code'),
            value: (
              <>
                <Copyable text={code} mono />
                <More to={href('system-log', undefined, { code })}>{t('log.of_code')}</More>
              </>
            ),
          },
          { label: t('log.field.host'), value: `${entry.host} · ${entry.pid}` },
          ...(request_id
            ? [
                {
                  label: t('log.field.request_id'),
                  value: (
                    <>
                      <Copyable text={request_id} mono />
                      <More to={href('system-log', undefined, { request_id })}>{t('log.of_request')}</More>
                      {visible.has('audit-log') && (
                        <More to={href('audit-log', undefined, { request_id })}>{t('log.audit_of_request')}</More>
                      )}
                    </>
                  ),
                },
              ]
            : []),
        ]}
      />
      {Object.keys(entry.params).length > 0 && (
        <section className="log-part">
          <h3>{t('log.params')}</h3>
          <KeyValue
            columns={1}
            items={Object.entries(entry.params).map(([name, v]) => ({
              key: name,
              label: <span className="mg-mono">{name}</span>,
              value: <span className="log-value">{String(v ?? '')}</span>,
            }))}
          />
        </section>
      )}
    </>
  )
}
