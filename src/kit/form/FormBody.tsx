import './form.css'
import { lazy, type ReactNode, Suspense, useEffect, useId, useMemo, useRef } from 'react'
import { format, t, type MessageKey } from '../../i18n/index.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import type { AnyResource } from '../resource/words.ts'
import { useLabelWidth } from '../session/use.ts'
import { ErrorSummary } from './ErrorSummary.tsx'
import { FieldLine } from './FieldLine.tsx'
import { fieldSpecOf } from './declare.ts'
import { problemsBelow, type BodySchema, fieldFactsOf, inOrder, noFacts } from './form.logic.ts'
import type { FormSession } from './useForm.ts'

const StaleDialog = lazy(() => import('./StaleDialog.tsx'))

interface FormBodyProps {
  resource: AnyResource
  schema: BodySchema
  groups: readonly { title?: MessageKey; fields: readonly unknown[] }[]
  form: FormSession
  /** The viewer may read the row and not change it: he is told before he tries. */
  locked?: boolean
  /** Why; otherwise that the viewer may not change it. */
  why?: string | undefined
  /** Below the first group. */
  notice?: ReactNode
  /** Labels above the fields, for a narrow place. */
  stacked?: boolean
}

/** Fields, what is wrong with them, and what else stands in the way of a save. */
export function FormBody({
  resource,
  schema,
  groups,
  form,
  locked = false,
  why,
  notice,
  stacked = false,
}: FormBodyProps) {
  const width = useLabelWidth()
  const prefix = useId()
  const summary = useRef<HTMLDivElement>(null)
  const specs = useMemo(() => groups.map((g) => ({ title: g.title, fields: g.fields.map(fieldSpecOf) })), [groups])
  const facts = useMemo(
    () =>
      new Map(
        specs.flatMap((g) =>
          g.fields.map(
            (f) =>
              [
                f.of,
                fieldFactsOf(
                  schema,
                  resource,
                  f.of,
                  f.each?.map((p) => p.name),
                ),
              ] as const,
          ),
        ),
      ),
    [specs, schema, resource],
  )
  useEffect(() => {
    // the reader hears what is wrong, the keyboard starts from there
    if (form.refusals > 0) summary.current?.focus()
  }, [form.refusals])

  const { at } = form
  const lines = specs.map((g, i) => {
    const asked = g.fields.filter((spec) => spec.when?.(form.values) ?? true)
    const fields = asked.map((spec) => (
      <FieldLine
        key={spec.of}
        id={`${prefix}-${spec.of}`}
        resource={resource}
        spec={spec}
        facts={facts.get(spec.of) ?? noFacts}
        value={form.values[spec.of]}
        problems={problemsBelow(form.breaks, spec.of)}
        disabled={locked || at.phase === 'saving'}
        row={form.row}
        form={form}
        onChange={(value) => form.set(spec.of, value)}
        onLeave={() => form.leave(spec.of)}
      />
    ))
    return g.title ? (
      <Panel key={g.title} title={t(g.title)}>
        <div className="kit-fields">{fields}</div>
      </Panel>
    ) : (
      <div key={`group-${i}`} className="kit-group kit-fields">
        {fields}
      </div>
    )
  })

  return (
    <>
      <form
        noValidate
        className={stacked ? 'kit-form kit-stacked' : 'kit-form'}
        style={{ '--kit-label': `${width}px` }}
        onSubmit={(e) => {
          e.preventDefault()
          form.save()
        }}
      >
        {locked && (
          <p className="kit-note-warn" role="status">
            <Icon name="lock" /> {why ?? t('kit.form.locked')}
          </p>
        )}
        {form.draft && !locked && at.phase !== 'saving' && <DraftNotice form={form} />}
        <div ref={summary} tabIndex={-1} className="kit-summary-place">
          <ErrorSummary
            resource={resource}
            problems={form.refusals > 0 ? inOrder(form.breaks, [...facts.keys()]) : []}
            values={form.values}
            idOf={(name) => (facts.has(name) ? `${prefix}-${name}` : undefined)}
          />
          {at.phase === 'refused' && at.problem.code !== 'unauthenticated' && (
            <ProblemView compact problem={at.problem} onRetry={form.save} />
          )}
          {at.phase === 'gone' && (
            <p className="kit-gone" role="alert">
              {t('kit.form.gone')}
            </p>
          )}
        </div>
        {lines.slice(0, 1)}
        {notice}
        {lines.slice(1)}
        {!form.row && resource.owned && <p className="mg-faint">{t('kit.share.at_first')}</p>}
        {/* Enter in a line of text saves */}
        <button type="submit" hidden />
      </form>
      {at.phase === 'stale' && (
        <Suspense fallback={null}>
          <StaleDialog
            resource={resource}
            fields={at.fields}
            onTake={(values) => form.saveMerged(values, at.version)}
            theirs={at.theirs}
            onClose={form.putOff}
          />
        </Suspense>
      )}
    </>
  )
}

function DraftNotice({ form }: { form: FormSession }) {
  const { draft } = form
  if (!draft) return null
  return (
    <section className="kit-draft" aria-label={t('kit.form.draft_title', { when: format.dateTime(draft.at) })}>
      <p>
        <strong>{t('kit.form.draft_title', { when: format.dateTime(draft.at) })}</strong> {t('kit.form.draft_text')}{' '}
        {draft.version !== form.version && t('kit.form.draft_older')}
      </p>
      <Button size="small" tone="primary" onClick={() => form.restore(draft)}>
        {t('kit.form.draft_restore')}
      </Button>
      <Button size="small" onClick={form.dropDraft}>
        {t('kit.form.draft_drop')}
      </Button>
    </section>
  )
}
