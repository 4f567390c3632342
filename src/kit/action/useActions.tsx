/** Does actions: asks first where an action wants it, opens its dialogue, tells how it went. One per list or page. */
import type { BulkReply } from '../../contract/lib/crud.ts'
import { counterOf } from '../resource/counter.ts'
import './action.css'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router-dom'
import type { ListQuery, RowBase } from '../../contract/lib/resource.ts'
import { t } from '../../i18n/index.ts'
import { problemOf } from '../../lib/problem.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { rowEvents } from '../events.ts'
import { useWriteTo } from '../resource/calls.ts'
import { type AnyResource, nameOf } from '../resource/words.ts'
import { type Action, mayAct } from './action.ts'
import { ActionConfirmDialog } from './Asking.tsx'
import { type BulkSummary, summarise } from './bulk.logic.ts'

type Called<X> = Extract<Action<X>, { call: unknown }>
type Opened<X> = Extract<Action<X>, { dialog: unknown }>
type Open<X> =
  | { at: 'asking'; action: Called<X>; rows: readonly X[]; left: readonly X[] }
  | { at: 'dialog'; action: Opened<X>; rows: readonly X[]; left: readonly X[]; query: ListQuery | undefined }

export interface Actions<X> {
  /** Begins an action on rows; those that do not allow it are left out. A dialogue of the page is told what the list shows. */
  start: (action: Action<X>, rows: readonly X[], query?: ListQuery) => void
  /** Id of the action whose call is under way without having been asked about. */
  busy: string | undefined
  /** What went wrong with some rows of the last bulk call, until it is put away. */
  summary: BulkSummary | undefined
  putAway: () => void
  /** The open dialogue; goes anywhere in the page. */
  element: ReactNode
}

export function useActions<X extends RowBase>(
  resource: AnyResource,
  o: { done?: (action: Action<X>, ids: readonly string[]) => void } = {},
): Actions<X> {
  const [open, setOpen] = useState<Open<X>>()
  const [summary, setSummary] = useState<BulkSummary>()
  const [busy, setBusy] = useState<string>()
  const running = useRef(false)
  const go = useNavigate()
  const dispatch = useDispatch()
  const write = useWriteTo()
  const unit = counterOf(resource.name)

  const run = async (action: Called<X>, rows: readonly X[], left = 0): Promise<void> => {
    setSummary(undefined)
    const said = await action.call(rows, write)
    const reply = said && 'done' in said ? said : undefined
    const ids = reply?.done ?? rows.map((r) => r.id)
    if (reply?.failed.length) setSummary(summarise(reply, new Map(rows.map((r) => [r.id, nameOf(resource, r)]))))
    else {
      const done =
        action.done?.(rows) ??
        (rows.length > 1 ? t('kit.action.done_many', { n: rows.length, unit }) : t('kit.action.done'))
      // one that asks first has said so already
      const all = left > 0 ? `${done} · ${t('kit.action.passed_over', { n: left, unit })}` : done
      if (action.removes && resource.restorable) toast.ok(all, backOf(ids, rows))
      else toast.ok(all)
    }
    if (reply?.failed.length && ids.length && action.removes && resource.restorable)
      toast.ok(t('kit.action.removed_many', { n: ids.length, unit }), backOf(ids, rows))
    if (ids.length && action.removes) dispatch(rowEvents.removed({ resource: resource.name, ids }))
    o.done?.(action, ids)
    if (said && 'goes' in said) void go(said.goes)
  }

  /** Puts back what was just removed; what cannot be is named with its reason. */
  const backOf = (ids: readonly string[], rows: readonly X[]) => ({
    label: t('kit.action.undo'),
    run: () =>
      void (async () => {
        try {
          const reply = await write<BulkReply>(`POST ${resource.path}/restore`, { body: { ids: [...ids] } })
          if (reply.done.length) toast.ok(t('kit.action.restored', { n: reply.done.length }))
          if (reply.failed.length) {
            setSummary(summarise(reply, new Map(rows.map((r) => [r.id, nameOf(resource, r)]))))
            toast.warn(t('kit.action.not_restored', { n: reply.failed.length }))
          }
        } catch (e) {
          toast.problem(problemOf(e))
        }
      })(),
  })

  const runNow = async (action: Called<X>, rows: readonly X[], left: number): Promise<void> => {
    if (running.current) return
    running.current = true
    setBusy(action.id)
    try {
      await run(action, rows, left)
    } catch (e) {
      toast.problem(problemOf(e))
    } finally {
      running.current = false
      setBusy(undefined)
    }
  }

  const start = (action: Action<X>, chosen: readonly X[], query?: ListQuery): void => {
    const rows = action.needs === 'none' ? [] : chosen.filter((row) => mayAct(action, row))
    if (action.needs !== 'none' && rows.length === 0) {
      toast.warn(t('kit.action.none_may'))
      return
    }
    const left = chosen.filter((row) => !rows.includes(row))
    if ('to' in action) void go(action.to(rows[0], rows))
    else if ('dialog' in action) setOpen({ at: 'dialog', action, rows, left, query })
    else if (action.confirm) setOpen({ at: 'asking', action, rows, left })
    else void runNow(action, rows, left.length)
  }

  const close = () => setOpen(undefined)
  const Dialog = open?.at === 'dialog' ? open.action.dialog : undefined
  const element = open && (
    <>
      {open.at === 'asking' && open.action.confirm && (
        <ActionConfirmDialog
          resource={resource}
          action={{ ...open.action, confirm: open.action.confirm }}
          rows={open.rows}
          left={open.left}
          onConfirm={(rows) => run(open.action, rows)}
          onClose={close}
        />
      )}
      {open.at === 'dialog' && Dialog && (
        <Suspense fallback={null}>
          <Dialog rows={open.rows} left={open.left} query={open.query} onClose={close} />
        </Suspense>
      )}
    </>
  )
  return { start, busy, summary, putAway: () => setSummary(undefined), element }
}
