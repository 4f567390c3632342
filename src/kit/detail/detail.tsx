/** The page of one row from a declaration: its fields by name, and sections for what is more than a field. */
import './detail.css'
import type { ComponentType, ReactNode } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import type { RowBase } from '../../contract/lib/resource.ts'
import { type MessageKey, t } from '../../i18n/index.ts'
import { KeyValue } from '../../ui/data/KeyValue.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { type Action, type ActionOf, forRow } from '../action/action.ts'
import { PageActions } from '../action/PageActions.tsx'
import { useActions } from '../action/useActions.tsx'
import { mayOwn, withOwning } from '../ownership/owning.ts'
import { useRow } from '../resource/calls.ts'
import { FieldValue } from '../resource/Value.tsx'
import { isEmptyValue } from '../resource/value.logic.ts'
import { type AnyResource, asRead, fieldOf, type Labelled, labelOf, nameOf, type Row } from '../resource/words.ts'
import { useAccess } from '../session/access.ts'
import { isRecord } from '../../contract/lib/typed.ts'

/** A field by its word, or with looks of its own. */
type DetailWord<R extends AnyResource> =
  | Labelled<R>
  /** `label`: where it says more than the field it is named after. */
  | { of: Labelled<R>; label?: MessageKey; render: (row: Row<R>) => ReactNode }
interface Section<R extends AnyResource> {
  title: MessageKey
  /** Left out of the page when it answers nothing. */
  render: (row: Row<R>) => ReactNode
}

export interface DetailUi<R extends AnyResource> {
  of: R
  /** The screen's own title, while the row is on its way. */
  title: MessageKey
  /** Where to go when the row is removed. */
  back: () => string
  /** A sentence below the name. */
  lead?: (row: Row<R>) => ReactNode
  fields: readonly DetailWord<R>[]
  /** Across the page, above all else. */
  above?: ComponentType<{ row: Row<R> }>
  /** Above the fields. */
  first?: readonly Section<R>[]
  sections?: readonly Section<R>[]
  actions?: readonly ActionOf<R>[]
}

/** The screen of the row that its path names. */
export function detail<R extends AnyResource>(ui: DetailUi<R>): ComponentType {
  const Of = detailOf(ui)
  return function DetailScreen() {
    const { id = '' } = useParams()
    return <Of id={id} />
  }
}

/** The page of a row on a screen that shows more than one kind of page. */
export function detailOf<R extends AnyResource>(ui: DetailUi<R>): ComponentType<{ id: string }> {
  const whole = withOwning(asRead<DetailUi<AnyResource>>(ui))
  return function DetailPage({ id }) {
    return <Shown key={id} ui={whole} id={id} />
  }
}

function Shown({ ui, id }: { ui: DetailUi<AnyResource>; id: string }) {
  const { data: row, error, refetch } = useRow(ui.of, id)
  if (row) return <Loaded ui={ui} row={row} />
  return (
    <Page title={t(ui.title)}>
      {error ? (
        <ProblemView problem={error} onRetry={error.code === 'not_found' ? undefined : refetch} />
      ) : (
        <Loading kind="detail" />
      )}
    </Page>
  )
}

function Loaded({ ui, row }: { ui: DetailUi<AnyResource>; row: RowBase }) {
  const go = useNavigate()
  const { granted } = useAccess()
  const doing = useActions<RowBase>(ui.of, {
    done: (action) => {
      if ('removes' in action && action.removes) void go(ui.back())
    },
  })
  const words = ui.fields.map((w) =>
    typeof w === 'string'
      ? { of: w as string }
      : (w as { of: string; label?: MessageKey; render?: (row: RowBase) => ReactNode }),
  )
  if (mayOwn(ui.of, granted)) words.push({ of: 'owner_id' }, { of: 'share_scope' })
  const items = words
    .filter((w) => w.render || !isEmptyValue(isRecord(row) ? row[w.of] : undefined))
    .map((w) => ({
      key: w.of,
      label: w.label ? t(w.label) : labelOf(ui.of, w.of),
      value: w.render ? w.render(row) : <FieldValue resource={ui.of} name={w.of} row={row} />,
      wide: ['long-text', 'words', 'code'].includes(fieldOf(ui.of, w.of).kind),
    }))
  return (
    <Page
      title={nameOf(ui.of, row)}
      description={ui.lead?.(row)}
      actions={
        <PageActions<RowBase>
          row={row}
          actions={forRow((ui.actions ?? []) as readonly Action<RowBase>[], row)}
          busy={doing.busy}
          onStart={doing.start}
        />
      }
    >
      {ui.above && <ui.above row={row} />}
      <Sections of={ui.first ?? []} row={row} />
      <Panel>
        <KeyValue items={items} />
      </Panel>
      <Sections of={ui.sections ?? []} row={row} />
      {doing.element}
    </Page>
  )
}

function Sections({ of, row }: { of: readonly Section<AnyResource>[]; row: RowBase }) {
  return of.map((s) => {
    const body = s.render(row)
    return (
      body !== null &&
      body !== undefined &&
      body !== false && (
        <Panel key={s.title} title={t(s.title)}>
          {body}
        </Panel>
      )
    )
  })
}
