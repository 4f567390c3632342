import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import type { RowBase } from '../../contract/lib/resource.ts'
import { type MessageKey, t } from '../../i18n/index.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { useRow } from '../resource/calls.ts'
import { type AnyResource, nameOf } from '../resource/words.ts'
import type { FormScreenUi } from './declare.ts'
import { focusIn } from './ErrorSummary.tsx'
import { FormBody } from './FormBody.tsx'
import { type BodySchema, isReadOnlyRow, type Values, formValuesOf } from './form.logic.ts'
import { LeaveGuard } from './LeaveGuard.tsx'
import { useForm } from './useForm.ts'
import { useSchema } from './useSchema.ts'

type Ui = FormScreenUi<AnyResource>

/** What another owns and has not given to be changed says whose it is. */
const keptBy = (resource: AnyResource, row: RowBase): string | undefined =>
  resource.owned && row.owner_name && isReadOnlyRow(row) && !row.can.includes('share')
    ? t('kit.own.locked', { owner: row.owner_name })
    : undefined

export function FormPage({ add, edit }: { add: Ui; edit: Ui }) {
  const { id } = useParams()
  return <Loaded key={id ?? ''} ui={id === undefined ? add : edit} id={id} />
}

function Loaded({ ui, id }: { ui: Ui; id: string | undefined }) {
  const { schema, failed, retry } = useSchema(ui.schema)
  const [search] = useSearchParams()
  const copied = (id === undefined && ui.copies && search.get('copy')) || undefined
  const { data: row, error, refetch } = useRow(ui.of, id ?? copied)
  const [round, setRound] = useState<Round>({ n: 0, kept: {} })
  if (schema && (row || (id === undefined && copied === undefined)))
    return (
      <Editor
        key={round.n}
        ui={ui}
        schema={schema}
        row={id === undefined ? undefined : row}
        from={id === undefined && row && ui.copies ? begunBy(schema, row, ui.copies.anew) : {}}
        copied={id === undefined && row ? nameOf(ui.of, row) : undefined}
        round={round}
        onNext={(kept) => setRound({ n: round.n + 1, kept })}
      />
    )
  return (
    <Page
      narrow={ui.wide ? false : 'form'}
      title={t(`screen.${id === undefined ? ui.screens.add : ui.screens.edit}` as MessageKey)}
    >
      {error && !row ? (
        <ProblemView problem={error} onRetry={refetch} />
      ) : failed ? (
        <ProblemView problem={{ code: 'network', status: 0, request_id: '' }} onRetry={retry} />
      ) : (
        <Loading kind="form" />
      )}
    </Page>
  )
}

const begunBy = (schema: BodySchema, row: RowBase, anew: readonly string[]): Values =>
  Object.fromEntries(Object.entries(formValuesOf(schema, row)).filter(([f, v]) => v !== undefined && !anew.includes(f)))

/** Which of several entries in a row this is, and what it has of the one before it. */
interface Round {
  n: number
  kept: Values
}
interface EditorProps {
  ui: Ui
  schema: BodySchema
  row: RowBase | undefined
  /** What a new entry has of the one it copies. */
  from: Values
  /** The name of that. */
  copied: string | undefined
  round: Round
  onNext: (kept: Values) => void
}

function Editor({ ui, schema, row, from, copied, round, onNext }: EditorProps) {
  const go = useNavigate()
  /** The save under way begins the next entry. */
  const next = useRef(false)
  const [made, setMade] = useState<RowBase>()
  const [search] = useSearchParams()
  const taken = useMemo(
    (): Record<string, string> =>
      row ? {} : Object.fromEntries((ui.takes ?? []).flatMap((f) => (search.get(f) ? [[f, search.get(f) ?? '']] : []))),
    [ui, row, search],
  )
  const leave = (saved: RowBase) => void go(ui.back(saved, taken))
  const form = useForm({
    ui: {
      ...ui,
      preset: () => ({
        ...(typeof ui.preset === 'function' ? ui.preset() : ui.preset),
        ...from,
        ...taken,
        ...round.kept,
      }),
    },
    schema,
    row,
    onSaved: (saved) => {
      if (next.current) onNext(Object.fromEntries((ui.several ?? []).map((f) => [f, form.values[f]])))
      else if (row ? ui.edited : ui.made) setMade(saved)
      else leave(saved)
    },
  })
  const save = (another: boolean) => {
    next.current = another
    form.save()
  }
  const Told = row ? ui.edited : ui.made
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // the next one begins where the first did
    if (round.n > 0) page.current?.querySelector<HTMLElement>('form input, form textarea, form button')?.focus()
  }, [round.n])
  const goTo = (field: string) =>
    focusIn(page.current?.querySelector<HTMLElement>(`[data-field="${field}"] .kit-line-control`))
  return (
    <Page
      narrow={ui.wide ? false : 'form'}
      title={t(`screen.${row ? ui.screens.edit : ui.screens.add}` as MessageKey)}
      description={row ? nameOf(ui.of, row) : copied !== undefined && t('kit.form.copy_of', { name: copied })}
      actions={
        <>
          <Button onClick={() => void go(ui.back(row, taken))}>
            {t(isReadOnlyRow(row) ? 'ui.close' : 'kit.cancel')}
          </Button>
          {!row && ui.several && (
            <Button disabled={form.at.phase === 'saving'} onClick={() => save(true)}>
              {t('kit.form.create_next')}
            </Button>
          )}
          {!isReadOnlyRow(row) && (
            <Button tone="primary" busy={form.at.phase === 'saving'} onClick={() => save(false)}>
              {t(row ? 'kit.form.save' : 'kit.form.create')}
            </Button>
          )}
        </>
      }
    >
      {row && ui.above && <ui.above row={row} {...(isReadOnlyRow(row) ? {} : { onGo: goTo })} />}
      <div ref={page}>
        <FormBody
          resource={ui.of}
          schema={schema}
          groups={ui.groups}
          form={form}
          locked={isReadOnlyRow(row)}
          why={row && (ui.locked?.(row) ?? keptBy(ui.of, row))}
          notice={ui.notice && <ui.notice values={form.values} row={row} />}
        />
      </div>
      {row && ui.below && <ui.below row={row} />}
      {made && Told && (
        <Suspense fallback={null}>
          <Told row={made} onClose={() => leave(made)} />
        </Suspense>
      )}
      <LeaveGuard dirty={form.dirty} isDirty={form.isDirty} text={t('kit.form.leave_draft')} onLeave={form.dropDraft} />
    </Page>
  )
}
