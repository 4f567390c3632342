/** One row of the trail whole: who, when, from where, on what, what was changed, and its place in the chain. */
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { AuditEntry } from '../../../contract/system/audit.schema.ts'
import { href } from '../../../contract/screens/index.ts'
import { t, tOr } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { useAccess } from '../../../kit/session/access.ts'
import { actionText, entityText, unnamedText } from '../../../parts/operation/words.ts'
import { Copyable } from '../../../ui/data/Copyable.tsx'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { KeyValue } from '../../../ui/data/KeyValue.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { hrefOfEntity, changedValueText } from './audit.logic.ts'
import { AuditChangeTable } from './Changes.tsx'
import { AuditResult } from './AuditLog.tsx'
import { thingText, useWordsOf } from './words.ts'

export function AuditDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useRead('GET /audit/:id', { params: { id } })
  const ready = useWordsOf(data?.entity)
  return (
    <Dialog open size="side" title={data ? actionText(data.action) : t('audit.entry')} onClose={onClose} light>
      {data && ready ? (
        <Entry entry={data} />
      ) : error ? (
        <ProblemView problem={error} onRetry={refetch} />
      ) : (
        <Loading kind="list" />
      )}
    </Dialog>
  )
}

/** The list narrowed to one thing. */
const More = ({ by, children }: { by: Record<string, string>; children: ReactNode }) => (
  <Link className="log-more" to={href('audit-log', undefined, by)}>
    {children}
  </Link>
)

function Entry({ entry }: { entry: AuditEntry }) {
  const { visible } = useAccess()
  const to = hrefOfEntity(entry, (screen) => visible.has(screen))
  const { user_id, username, name, role, address, request_id, entity, entity_id } = entry
  const label = thingText(entity, entity_id, entry.label)
  const others = Object.entries(entry.details).filter(([, v]) => changedValueText(v) !== undefined)
  return (
    <>
      <KeyValue
        columns={1}
        items={[
          { label: t('audit.field.at'), value: <DateTime at={entry.at} seconds /> },
          {
            label: t('audit.field.username'),
            value: (
              <>
                {name ?? username ?? unnamedText(address)}{' '}
                <span className="mg-faint">{[name && username, role].filter(Boolean).join(' · ')}</span>
                {user_id && <More by={{ user_id }}>{t('audit.of_person')}</More>}
              </>
            ),
          },
          {
            label: t('audit.field.label'),
            value: (
              <>
                {entityText(entity)} {to ? <Link to={to}>{label ?? entity_id}</Link> : (label ?? '')}
                {entity_id && (
                  <div>
                    <Copyable text={entity_id} mono />
                  </div>
                )}
                {entity_id && <More by={{ entity, entity_id }}>{t('audit.of_entity')}</More>}
              </>
            ),
          },
          {
            label: t('audit.field.result'),
            value: (
              <>
                <AuditResult row={entry} />
                {entry.code && <span className="log-why">{tOr([`problem.${entry.code}`], entry.code)}</span>}
              </>
            ),
          },
          ...(address ? [{ label: t('audit.field.address'), value: <Copyable text={address} mono /> }] : []),
          ...(request_id
            ? [
                {
                  label: t('audit.field.request_id'),
                  value: (
                    <>
                      <Copyable text={request_id} mono />
                      <More by={{ request_id }}>{t('audit.of_request')}</More>
                    </>
                  ),
                },
              ]
            : []),
        ]}
      />
      <AuditChangeTable entry={entry} />
      {others.length > 0 && (
        <section className="log-part">
          <h3>{t('audit.details')}</h3>
          <KeyValue
            columns={1}
            items={others.map(([field, v]) => ({
              key: field,
              label: tOr([`audit.detail.${field}`, `audit.field.${field}`], field),
              value: <span className="log-value">{changedValueText(v)}</span>,
            }))}
          />
        </section>
      )}
      <details className="log-part">
        <summary>{t('audit.chain')}</summary>
        <KeyValue
          columns={1}
          items={(
            [
              ['seq', entry.id],
              ['hash', entry.hash],
              ['prev_hash', entry.prev_hash],
              ['before_hash', entry.before_hash],
              ['after_hash', entry.after_hash],
            ] as const
          ).flatMap(([field, text]) =>
            text ? [{ key: field, label: t(`audit.chain.${field}`), value: <Copyable text={text} mono /> }] : [],
          )}
        />
      </details>
    </>
  )
}
