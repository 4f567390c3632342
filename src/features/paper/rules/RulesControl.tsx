/** Rules by which a paper is drawn: checked against the banks before anything is drawn. */
import type { PaperRule } from '../../../contract/bank/paper.schema.ts'
import '../paper.css'
import { useState } from 'react'
import type { RuleCheck } from '../../../contract/bank/paper.routes.ts'
import { paperVariants } from '../../../contract/bank/paper.ts'
import { format, t } from '../../../i18n/index.ts'
import type { ControlProps } from '../../../kit/form/declare.ts'
import { problemsBelow } from '../../../kit/form/form.logic.ts'
import { fieldProblemText } from '../../../kit/form/issues.ts'
import { NumberInput } from '../../../kit/form/NumberInput.tsx'
import { useAsk } from '../../../kit/resource/calls.ts'
import { newKey } from '../../../lib/id.ts'
import { type AppProblem, problemOf } from '../../../lib/problem.ts'
import { Button, IconButton } from '../../../ui/input/Button.tsx'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { itemsIn, type Variant } from '../compose/paper.logic.ts'
import { RuleLine } from './RuleLine.tsx'
import {
  blankRule,
  blankSection,
  rulesFingerprintOf,
  pointsOfRules,
  type RuleSection,
  wantedIn,
} from './rules.logic.ts'
import { heldAs } from '../../../kit/form/declare.ts'

const key = () => newKey().slice(0, 12)

export function RulesControl({ id, value, form, problems, disabled, onChange }: ControlProps) {
  const sections = heldAs<readonly RuleSection[]>(value)
  const variants = heldAs<readonly Variant[]>(form?.values['variants'] ?? [])
  const [count, setCount] = useState<unknown>(Math.max(1, variants.length))
  const [check, setCheck] = useState<{ mark: string; rules: ReadonlyMap<string, RuleCheck> }>()
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<AppProblem>()
  const ask = useAsk()
  const fresh = check?.mark === rulesFingerprintOf(sections) ? check.rules : undefined
  const short = fresh && [...fresh.values()].some((r) => r.gets < r.wanted)
  const many =
    typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= paperVariants ? count : undefined

  // what the check or the draw was refused for is said at its line until something changes
  const wrong = problem?.details?.fields ?? problems
  const change = (sectionId: string, part: Partial<RuleSection>) => {
    setProblem(undefined)
    onChange(sections.map((s) => (s.id === sectionId ? { ...s, ...part } : s)))
  }
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (e) {
      setProblem(problemOf(e))
    } finally {
      setBusy(false)
    }
  }
  const look = () =>
    run(async () => {
      const mark = rulesFingerprintOf(sections)
      const told = await ask<{ rules: RuleCheck[] }>('POST /papers/check', { body: { rules: sections } })
      setCheck({ mark, rules: new Map(told.rules.map((r) => [r.id, r])) })
    })
  const draw = () =>
    run(async () => {
      setAsking(false)
      const drawn = await ask<{
        variants: Variant[]
      }>('POST /papers/draw', { body: { rules: sections, variants: many } })
      form?.set('variants', drawn.variants)
    })

  return (
    <div className="paper-rules">
      {sections.map((section, s) => (
        <section
          key={section.id}
          className="paper-section"
          aria-label={t('paper.rules_of', { n: s + 1, title: section.title })}
        >
          <header className="paper-section-head">
            <input
              className="mg-field paper-section-title"
              aria-label={t('paper.section_title', { n: s + 1 })}
              disabled={disabled}
              value={section.title}
              onChange={(e) => change(section.id, { title: e.target.value })}
            />
            <span className="paper-sum mg-num">
              {t('paper.sum', { items: wantedIn([section]), points: format.number(pointsOfRules([section])) })}
            </span>
            {!disabled && (
              <IconButton
                size="small"
                icon="trash"
                label={t('paper.section_remove')}
                onClick={() => onChange(sections.filter((x) => x.id !== section.id))}
              />
            )}
          </header>
          <label className="paper-instructions">
            <span className="mg-label">{t('paper.instructions')}</span>
            <textarea
              className="mg-field mg-area"
              aria-label={t('paper.instructions_n', { n: s + 1 })}
              rows={1}
              maxLength={2048}
              disabled={disabled}
              value={section.instructions}
              onChange={(e) => change(section.id, { instructions: e.target.value })}
            />
          </label>
          {section.rules.map((rule, r) => (
            <RuleLine
              key={rule.id}
              id={`${id}-${rule.id}`}
              rule={rule}
              n={r + 1}
              check={fresh?.get(rule.id)}
              disabled={disabled}
              only={section.rules.length === 1}
              wrong={problemsBelow(wrong, `rules.${s}.rules.${r}`).map((p) => fieldProblemText(p, ''))}
              onChange={(next: PaperRule) =>
                change(section.id, { rules: section.rules.map((x) => (x.id === rule.id ? next : x)) })
              }
              onRemove={() => change(section.id, { rules: section.rules.filter((x) => x.id !== rule.id) })}
            />
          ))}
          {!disabled && (
            <p>
              <Button
                size="small"
                icon="plus"
                disabled={section.rules.length >= 30}
                onClick={() => change(section.id, { rules: [...section.rules, blankRule(key())] })}
              >
                {t('paper.rule_add')}
              </Button>
            </p>
          )}
        </section>
      ))}
      {problem && <ProblemView compact problem={problem} />}
      {!disabled && (
        <div className="paper-bar">
          <Button
            icon="plus"
            disabled={sections.length >= 20}
            onClick={() => onChange([...sections, blankSection(key, t('paper.section_n', { n: sections.length + 1 }))])}
          >
            {t('paper.section_add')}
          </Button>
          {sections.length > 0 && (
            <>
              <span className="paper-bar-acts">
                <Button icon="check" busy={busy} onClick={() => void look()}>
                  {t('paper.check')}
                </Button>
                <label className="paper-tick" htmlFor={`${id}-count`}>
                  {t('paper.variants_wanted')}
                </label>
                <NumberInput id={`${id}-count`} className="mg-field paper-score" value={count} onChange={setCount} />
                <Button
                  tone="primary"
                  icon="refresh"
                  busy={busy}
                  disabled={many === undefined || short === true}
                  onClick={() => (variants.some((v) => itemsIn(v).length) ? setAsking(true) : void draw())}
                >
                  {t('paper.draw')}
                </Button>
              </span>
              {fresh && (
                <p role="status" className={short ? 'mg-error' : 'paper-enough'}>
                  {t(short ? 'paper.check_short' : 'paper.check_enough')}
                </p>
              )}
            </>
          )}
        </div>
      )}
      <Confirm
        open={asking}
        title={t('paper.draw_title')}
        confirm={t('paper.draw')}
        onConfirm={() => void draw()}
        onClose={() => setAsking(false)}
      >
        <p>{t('paper.draw_text')}</p>
      </Confirm>
    </div>
  )
}
