/** A form over a resource: its state, its calls, its draft. What is shown is `FormBody.tsx`; whether the page may be left, `LeaveGuard.tsx`. */
import { useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import type { RowBase } from '../../contract/lib/resource.ts'
import type { FieldProblem } from '../../contract/problems.ts'
import { t } from '../../i18n/index.ts'
import { type AppProblem, problemOf } from '../../lib/problem.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { rowEvents } from '../events.ts'
import { useAsk, useWriteTo } from '../resource/calls.ts'
import { useLatest } from '../resource/useLatest.ts'
import { type AnyResource, nameOf } from '../resource/words.ts'
import { useMe } from '../session/use.ts'
import { createAttempts } from './attempt.ts'
import type { FormUi } from './declare.ts'
import { type FormDraft, type FormDraftStore, formDraftStore } from './draft.ts'
import {
  shownValuesOf,
  type BodySchema,
  breaksOf,
  changedFields,
  shownBreaks,
  startValues,
  type Values,
  formValuesOf,
} from './form.logic.ts'
import { initialFormState, type FormPhase, nextFormState } from './form.state.ts'
import { isRecord } from '../../contract/lib/typed.ts'

export interface FormSession {
  /** The row that is changed, as it was read; none for a new one. */
  row: RowBase | undefined
  values: Values
  at: FormPhase
  version: number
  /** What is wrong and may be said now. */
  breaks: readonly FieldProblem[]
  dirty: boolean
  /** The same, read at the moment of asking: true until the answer of a save has come. */
  isDirty: () => boolean
  /** Grows with every attempt that the rules or the server refused. */
  refusals: number
  set: (name: string, value: unknown) => void
  leave: (name: string) => void
  save: () => void
  /** Saves these values over the row as somebody else left it. */
  saveMerged: (values: Values, version: number) => void
  putOff: () => void
  /** What was typed and not saved the last time. */
  draft: FormDraft | undefined
  restore: (draft: FormDraft) => void
  dropDraft: () => void
}

export interface FormOptions {
  ui: FormUi<AnyResource>
  schema: BodySchema
  /** The row to change; none for a new one. */
  row: RowBase | undefined
  /** After it was saved and the viewer was told so. */
  onSaved: (row: RowBase) => void
}

/** What the server said of fields; a taken name without a field is the naming field's. */
function fieldsOf(problem: AppProblem, resource: AnyResource): FieldProblem[] {
  const fields = problem.details?.fields ?? []
  return problem.code === 'name_taken' && fields.length === 0 ? [{ path: resource.label, rule: 'name_taken' }] : fields
}

/** Whether a problem's answer tells the row as it stands. */
const isRow = (told: unknown): told is RowBase => isRecord(told) && typeof told['version'] === 'number'
const asTyped = (values: Values): Values => values

/** The rules' breaks, and of fields that break none what else is wrong. */
const withOthers = (rules: readonly FieldProblem[], others: readonly FieldProblem[] = []): FieldProblem[] => [
  ...rules,
  ...others.filter((o) => !rules.some((r) => r.path === o.path)),
]

export function useForm({ ui, schema, row, onSaved }: FormOptions): FormSession {
  const { of: resource, groups, preset, unkept, sends = asTyped } = ui
  const [s, send] = useReducer(nextFormState, undefined, () =>
    initialFormState(
      row ? formValuesOf(schema, row) : startValues(schema, resource, typeof preset === 'function' ? preset() : preset),
      row?.version ?? 0,
    ),
  )
  const [refusals, setRefusals] = useState(0)
  const write = useWriteTo()
  const ask = useAsk()
  const dispatch = useDispatch()
  const attempts = useMemo(() => createAttempts(), [])
  const me = useMe()?.resource_id ?? ''
  const box = useMemo(() => formDraftStore(me, resource.name, row?.id, unkept), [unkept, me, resource, row?.id])

  const dirty = s.at.phase !== 'saved' && changedFields(s.base, s.values).length > 0
  // a ref, because the page is left in the same breath as the answer comes, before anything is drawn again
  const clean = useRef(false)
  const dirtyNow = useLatest(dirty)
  const { draft, forget } = useDraft(box, s.values, s.base, s.version, dirty && s.at.phase !== 'saved')

  const sending = useRef(false)
  const put = async (values: Values, version: number): Promise<void> => {
    if (sending.current) return
    const meant = shownValuesOf(groups, values, sends(values))
    const body = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, meant[name]]))
    if (withOthers(breaksOf(schema, meant, { resource, row }), ui.judges?.(meant, row)).length) {
      send({ is: 'tried' })
      setRefusals((n) => n + 1)
      return
    }
    sending.current = true
    let again: number | undefined
    send({ is: 'sent', values, version })
    const content = row ? { ...body, version } : body
    try {
      const saved = await (row
        ? write<RowBase>(
            `PUT ${resource.path}/:id`,
            { params: { id: row.id }, body: content },
            attempts.keyFor(content),
          )
        : write<RowBase>(`POST ${resource.path}`, { body: content }, attempts.keyFor(content)))
      attempts.answered()
      clean.current = true
      forget()
      send({ is: 'answered' })
      dispatch(rowEvents.saved({ resource: resource.name, id: saved.id }))
      toast.ok(row ? t('kit.form.saved') : t('kit.form.created', { name: nameOf(resource, saved) }))
      onSaved(saved)
    } catch (e) {
      const problem = problemOf(e)
      attempts.failed(problem)
      again = await refused(problem)
    } finally {
      sending.current = false
    }
    if (again !== undefined) await put(values, again)
  }
  /** @returns the version to save over when what changed meanwhile is nothing that the form shows */
  const refused = async (problem: AppProblem): Promise<number | undefined> => {
    if (row && problem.code === 'stale_version') {
      const current = await currentOf(problem)
      if (!current) return undefined
      const theirs = formValuesOf(schema, current)
      if (changedFields(s.base, theirs).length === 0) return current.version
      send({ is: 'overtaken', theirs, version: current.version })
      return undefined
    }
    if (row && problem.code === 'not_found') {
      send({ is: 'vanished' })
      return undefined
    }
    send({ is: 'refused', problem, fields: fieldsOf(problem, resource) })
    setRefusals((n) => n + 1)
    return undefined
  }
  /** The row as it stands now: of the answer itself or asked for. */
  const currentOf = async (problem: AppProblem): Promise<RowBase | undefined> => {
    const told: unknown = problem.details?.['current']
    if (isRow(told)) return told
    try {
      return await ask<RowBase>(`GET ${resource.path}/:id`, { params: { id: row?.id ?? '' } })
    } catch (e) {
      const other = problemOf(e)
      send(other.code === 'not_found' ? { is: 'vanished' } : { is: 'refused', problem: other, fields: [] })
      return undefined
    }
  }

  const rules = useMemo(() => {
    const meant = shownValuesOf(groups, s.values, sends(s.values))
    return withOthers(breaksOf(schema, meant, { resource, row }), ui.judges?.(meant, row))
  }, [schema, groups, sends, ui, s.values, resource, row])
  return {
    row,
    values: s.values,
    at: s.at,
    version: s.version,
    breaks: shownBreaks({ rules, server: s.server, left: s.left, tried: s.tried }),
    dirty,
    isDirty: () => dirtyNow.current && !clean.current,
    refusals,
    set: (name, value) => send({ is: 'typed', name, value }),
    leave: (name) => send({ is: 'left', name }),
    save: () => void put(s.values, s.version),
    saveMerged: (values, version) => void put(values, version),
    putOff: () => send({ is: 'put-off' }),
    draft,
    restore: (d) => {
      forget()
      send({
        is: 'restored',
        values: { ...s.values, ...d.values },
        base: { ...s.base, ...d.base },
        version: row ? d.version : 0,
      })
    },
    dropDraft: forget,
  }
}

/** Keeps what is typed while it is typed, and hands out what was kept before. */
function useDraft(box: FormDraftStore | undefined, values: Values, base: Values, version: number, dirty: boolean) {
  const [draft, setDraft] = useState<FormDraft | undefined>(() => box?.read())
  const kept = useRef(false)
  useEffect(() => {
    if (dirty) box?.keep({ values, base, version, at: Date.now() })
    // typed back to where it began
    else if (kept.current) box?.drop()
    kept.current = dirty
  }, [box, values, base, version, dirty])
  return {
    draft,
    forget: () => {
      box?.drop()
      setDraft(undefined)
    },
  }
}
