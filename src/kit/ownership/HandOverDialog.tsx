import type { BulkReply } from '../../contract/lib/crud.ts'
import type { RowBase } from '../../contract/lib/resource.ts'
import { type ComponentType, useId, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import type { ActionDialogProps } from '../action/action.ts'
import { BulkResult } from '../action/BulkResult.tsx'
import { type BulkSummary, summarise } from '../action/bulk.logic.ts'
import { PickRows } from '../pick/Pick.tsx'
import { useWriteTo } from '../resource/calls.ts'
import { type AnyResource, nameOf, type Row } from '../resource/words.ts'
import { keepersOf } from './owning.ts'

/** Names of rows under that of who owns them. */
function byOwner(resource: AnyResource, rows: readonly RowBase[]): [owner: string, names: string[]][] {
  const by = new Map<string, string[]>()
  for (const row of rows) {
    const owner = row.owner_name ?? ''
    by.set(owner, [...(by.get(owner) ?? []), nameOf(resource, row)])
  }
  return [...by]
}

/** Gives rows to another owner. */
export function handOverDialog<R extends AnyResource>(resource: R): ComponentType<ActionDialogProps<Row<R>>> {
  const keepers = keepersOf(resource)
  return function HandOverDialog({ rows, left: others = [], onClose }) {
    const [to, setTo] = useState('')
    const [left, setLeft] = useState<BulkSummary>()
    const write = useWriteTo()
    const field = useId()
    const [first] = rows
    const give = async () => {
      const body = { ids: rows.map((r) => r.id), to }
      const reply = await write<BulkReply>(`POST ${resource.path}/hand-over`, { body })
      if (reply.failed.length) return setLeft(summarise(reply, new Map(rows.map((r) => [r.id, nameOf(resource, r)]))))
      toast.ok(t('kit.own.done', { n: rows.length }))
      onClose()
      return undefined
    }
    return (
      <Confirm
        open
        size="default"
        title={
          rows.length === 1 && first
            ? t('kit.own.title', { name: nameOf(resource, first) })
            : t('kit.own.title_many', { n: rows.length })
        }
        confirm={t('kit.own.action')}
        missing={[to === '' && t('kit.own.to')]}
        onConfirm={give}
        onClose={onClose}
      >
        <p className="mg-dim">{t('kit.own.text')}</p>
        {others.length > 0 && (
          <div role="status">
            <p>{t('kit.own.some', { n: rows.length, all: rows.length + others.length, left: others.length })}</p>
            <ul>
              {byOwner(resource, others).map(([owner, names]) => (
                <li key={owner}>
                  {owner} <span className="mg-dim">{names.join(', ')}</span>
                </li>
              ))}
            </ul>
          </div>
        )}
        <label className="mg-label" htmlFor={field}>
          {t('kit.own.to')}
        </label>
        <PickRows id={field} resource={keepers} value={to ? [to] : []} onChange={(ids) => setTo(ids[0] ?? '')} />
        {left && <BulkResult summary={left} onClose={() => setLeft(undefined)} />}
      </Confirm>
    )
  }
}
