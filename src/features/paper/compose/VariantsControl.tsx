/** The questions of a paper: variants, sections, items; what each act does to them is `paper.logic.ts`. */
import '../paper.css'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { PickedQuestion } from '../../../contract/bank/paper.routes.ts'
import type { Paper } from '../../../contract/bank/paper.schema.ts'
import { paperVariants } from '../../../contract/bank/paper.ts'
import { isMarked } from '../../../contract/exam/mark.ts'
import { format, t } from '../../../i18n/index.ts'
import type { ControlProps } from '../../../kit/form/declare.ts'
import { fieldProblemText } from '../../../kit/form/issues.ts'
import { useAsk } from '../../../kit/resource/calls.ts'
import { newKey } from '../../../lib/id.ts'
import { type AppProblem, problemOf } from '../../../lib/problem.ts'
import { QuestionDialog } from '../../../parts/question-pick/QuestionDialog.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { Tabs } from '../../../ui/layout/Tabs.tsx'
import { ItemRow } from './ItemRow.tsx'
import { letterOf } from '../../../lib/letter.ts'
import * as act from './paper.logic.ts'
import { PickQuestions } from '../../../parts/question-pick/PickQuestions.tsx'
import { SectionCard } from './SectionCard.tsx'
import { useFacts } from '../../../parts/question-pick/useFacts.ts'
import { useItemDrag } from './useItemDrag.ts'
import { heldAs } from '../../../kit/form/declare.ts'

const SheetDialog = lazy(() => import('../sheet/SheetDialog.tsx'))
const key = () => newKey().slice(0, 12)
type Rules = Paper['rules']

export function VariantsControl({ value, form, problems, disabled, onChange }: ControlProps) {
  const variants = heldAs<readonly act.Variant[]>(value)
  const [at, setAt] = useState(0)
  const n = Math.min(at, variants.length - 1)
  const variant = variants[n] ?? { id: 'none', sections: [] }
  const name: unknown = form?.values['name']
  const rules = heldAs<Rules>(form?.values['rules'] ?? [])
  const all = useMemo(() => variants.flatMap(act.itemsIn), [variants])
  const facts = useFacts(all)
  const ask = useAsk()
  // sections of a drawn paper come of its rules, where they are added
  const drawn = form?.values['mode'] === 'rules'
  const [open, setOpen] = useState<
    { at: 'pick'; section: string } | { at: 'item'; item: act.SectionItem } | { at: 'sheet' }
  >()
  const [problem, setProblem] = useState<AppProblem>()
  const [said, setSaid] = useState('')

  const put = (next: act.Variant) => onChange(variants.map((v, i) => (i === n ? next : v)))
  const drag = useItemDrag((id, section, place) => {
    const own = variant.sections.find((s) => s.id === section)?.items.findIndex((i) => i.id === id) ?? -1
    put(act.placeItem(variant, id, section, own >= 0 && own < place ? place - 1 : place))
  }, disabled)
  const newest = new Map(
    all.flatMap((i) => {
      const f = facts.of(i)
      return f && f.newest > i.question_version ? [[i.question_id, f.newest] as const] : []
    }),
  )
  const ruleOf = (item: act.SectionItem) => rules.flatMap((s) => s.rules).find((r) => r.id === item.rule)

  const redraw = async (item: act.SectionItem, rule: NonNullable<ReturnType<typeof ruleOf>>) => {
    setProblem(undefined)
    try {
      const without = act.itemsIn(variant).map((i) => i.question_id)
      const drawn = await ask<act.SectionItem>('POST /papers/redraw', { body: { rule, without } })
      put(act.changeItem(variant, item.id, { ...drawn, id: item.id, score: item.score }))
    } catch (e) {
      setProblem(problemOf(e))
    }
  }
  const step = (item: act.SectionItem, by: 1 | -1) => {
    const next = act.stepItem(variant, item.id, by)
    if (next === variant) return
    put(next)
    const place = act.itemsIn(next).findIndex((i) => i.id === item.id) + 1
    setSaid(t('kit.form.list_moved', { n: place }))
  }
  const pick = (section: string, questions: readonly PickedQuestion[]) =>
    put(
      act.addItems(
        variant,
        section,
        questions.map(({ bank, question_id, question_version, score }) => ({
          id: key(),
          bank,
          question_id,
          question_version,
          score,
          rule: null,
        })),
      ),
    )
  const wrongTitle = (s: number) => {
    const found = problems.find((p) => p.path === `variants.${n}.sections.${s}.title`)
    return found && fieldProblemText(found, variant.sections[s]?.title)
  }

  const byPerson = act.itemsIn(variant).filter((i) => isMarked(facts.of(i)?.question.type ?? 'single')).length
  let place = 0
  return (
    <div className="paper-compose">
      <div className="paper-bar">
        {variants.length > 1 && (
          <Tabs
            label={t('paper.variants')}
            items={variants.map((_, i) => ({
              id: String(i),
              label: t('paper.variant_n', { letter: letterOf(i) }),
            }))}
            active={String(n)}
            onChange={(id) => setAt(Number(id))}
          />
        )}
        <strong className="paper-sum mg-num" role="status">
          {t('paper.sum', {
            items: act.itemsIn(variant).length,
            points: format.number(act.pointsIn(act.itemsIn(variant))),
          })}
        </strong>
        {byPerson > 0 && <span className="mg-hint">{t('paper.by_person', { n: byPerson })}</span>}
        <span className="paper-bar-acts">
          {newest.size > 0 && !disabled && (
            <Button
              size="small"
              icon="refresh"
              onClick={() => onChange(variants.map((v) => act.takeNewest(v, newest)))}
            >
              {t('paper.take_all', { n: newest.size })}
            </Button>
          )}
          <Button size="small" icon="eye" disabled={all.length === 0} onClick={() => setOpen({ at: 'sheet' })}>
            {t('paper.preview')}
          </Button>
          {!disabled && (
            <Button
              size="small"
              icon="copy"
              disabled={variants.length >= paperVariants}
              onClick={() => {
                onChange([...variants, act.copyVariant(variant, key)])
                setAt(variants.length)
              }}
            >
              {t('paper.variant_add')}
            </Button>
          )}
          {!disabled && variants.length > 1 && (
            <Button size="small" icon="trash" onClick={() => onChange(variants.filter((_, i) => i !== n))}>
              {t('paper.variant_remove')}
            </Button>
          )}
        </span>
      </div>
      {problem && <ProblemView compact problem={problem} />}
      {facts.error && !facts.loaded && <ProblemView compact problem={facts.error} onRetry={facts.refetch} />}
      {variant.sections.map((section, s) => (
        <SectionCard
          key={section.id}
          section={section}
          n={s + 1}
          last={s === variant.sections.length - 1}
          disabled={disabled}
          wrong={wrongTitle(s)}
          end={drag.end(section.id, section.items.length)}
          acts={{
            change: (part) => put(act.changeSection(variant, section.id, part)),
            sameScore: (score) => put(act.sameScore(variant, section.id, score)),
            move: (by) => put(act.moveSection(variant, section.id, by)),
            duplicate: () => put(act.duplicateSection(variant, section.id, key())),
            remove: () => put(act.removeSection(variant, section.id)),
            pick: () => setOpen({ at: 'pick', section: section.id }),
          }}
        >
          {section.items.map((item, i) => {
            const rule = ruleOf(item)
            return (
              <ItemRow
                key={item.id}
                item={item}
                n={++place}
                facts={facts.of(item)}
                loaded={facts.loaded && !facts.fetching}
                disabled={disabled}
                drag={drag.row(item.id, section.id, i)}
                acts={{
                  change: (part) => put(act.changeItem(variant, item.id, part)),
                  step: (by) => step(item, by),
                  remove: () => put(act.removeItem(variant, item.id)),
                  preview: () => setOpen({ at: 'item', item }),
                  takeNewest: () => put(act.takeNewest(variant, newest, item.id)),
                  redraw: rule && (() => void redraw(item, rule)),
                  moveTo: variant.sections
                    .filter((other) => other.id !== section.id)
                    .map((other) => ({
                      id: other.id,
                      title: other.title,
                      go: () => put(act.placeItem(variant, item.id, other.id, other.items.length)),
                    })),
                }}
              />
            )
          })}
        </SectionCard>
      ))}
      {!disabled && (
        <p>
          {!drawn && (
            <Button
              icon="plus"
              disabled={variant.sections.length >= 20}
              onClick={() =>
                put(act.addSection(variant, key(), t('paper.section_n', { n: variant.sections.length + 1 })))
              }
            >
              {t('paper.section_add')}
            </Button>
          )}
          {act.itemsIn(variant).length > 1 && <span className="mg-hint kit-after">{t('paper.keys')}</span>}
        </p>
      )}
      <span className="mg-sr" role="status">
        {said}
      </span>
      {open?.at === 'pick' && (
        <PickQuestions
          taken={new Set(act.itemsIn(variant).map((i) => i.question_id))}
          section={variant.sections.find((s) => s.id === open.section)?.title ?? ''}
          onPick={(questions) => pick(open.section, questions)}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open?.at === 'item' && facts.of(open.item) && (
        <QuestionDialog question={facts.of(open.item)!.question} onClose={() => setOpen(undefined)} />
      )}
      {open?.at === 'sheet' && (
        <Suspense fallback={null}>
          <SheetDialog
            paper={{
              name: typeof name === 'string' ? name : '',
              duration: Number(form?.values['duration'] ?? 0),
              shuffle_items: form?.values['shuffle_items'] === true,
              shuffle_options: form?.values['shuffle_options'] === true,
              variants,
            }}
            first={variant.id}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}
