import type { PaperRule } from '../../../contract/bank/paper.schema.ts'
import type { RuleCheck } from '../../../contract/bank/paper.routes.ts'
import { banks, difficulties, setOf, typesOf } from '../../../contract/bank/question.ts'
import { format, t } from '../../../i18n/index.ts'
import { NumberInput } from '../../../kit/form/NumberInput.tsx'
import { Pick } from '../../../kit/pick/Pick.tsx'
import { Pills } from '../../../kit/resource/input/Pills.tsx'
import { Select } from '../../../ui/input/Select.tsx'
import { WordsInput } from '../../../kit/resource/input/WordsInput.tsx'
import { IconButton } from '../../../ui/input/Button.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { typeText } from '../../../parts/question/words.ts'
import { bankText } from '../../../parts/question/words.ts'
import { inBank } from './rules.logic.ts'
import { heldAs } from '../../../kit/form/declare.ts'

interface RuleLineProps {
  id: string
  rule: PaperRule
  n: number
  check: RuleCheck | undefined
  disabled: boolean
  /** The last one of its section stays. */
  only: boolean
  wrong: readonly string[]
  onChange: (rule: PaperRule) => void
  onRemove: () => void
}

/** So many questions of this kind, each worth so much. */
export function RuleLine({ id, rule, n, check, disabled, only, wrong, onChange, onRemove }: RuleLineProps) {
  const set = (part: Partial<PaperRule>) => onChange({ ...rule, ...part })
  const enough = check && check.gets >= check.wanted
  return (
    <fieldset className="paper-rule">
      <legend className="mg-sr">{t('paper.rule_n', { n })}</legend>
      <div className="paper-rule-line">
        <NumberInput
          className="mg-field paper-score"
          aria-label={t('paper.rule_count')}
          disabled={disabled}
          value={rule.count}
          onChange={(count) => set({ count: heldAs<number>(count) })}
        />
        <span className="mg-dim">{t('paper.rule_from')}</span>
        <Select
          aria-label={t('paper.pick_bank')}
          disabled={disabled}
          value={rule.bank}
          options={banks.map((value) => ({ value, label: bankText(value) }))}
          onChange={(bank) => onChange(inBank(rule, bank))}
        />
        <span className="mg-dim">{t('paper.rule_each')}</span>
        <NumberInput
          className="mg-field paper-score"
          aria-label={t('paper.rule_score')}
          disabled={disabled}
          value={rule.score}
          onChange={(score) => set({ score: heldAs<number>(score) })}
        />
        <span className="mg-dim">{t('bank.points')}</span>
        {check && (
          <StatusTag
            word={enough ? 'ok' : 'short'}
            tone={enough ? 'ok' : 'bad'}
            label={t(check.has >= check.wanted && !enough ? 'paper.rule_shared' : 'paper.rule_has', {
              has: format.number(check.has),
              gets: format.number(check.gets),
              wanted: format.number(check.wanted),
            })}
          />
        )}
        {!disabled && (
          <IconButton
            className="paper-rule-out"
            size="small"
            icon="trash"
            label={t('paper.rule_remove', { n })}
            disabled={only}
            onClick={onRemove}
          />
        )}
      </div>
      <div className="paper-rule-line">
        {rule.bank === 'theory' && (
          <div role="group" aria-label={t('theory-question.field.type')}>
            <Pills
              disabled={disabled}
              value={rule.types}
              options={typesOf.theory.map((value) => ({ value, label: typeText(value) }))}
              onChange={(types) => set({ types: [...types] })}
            />
          </div>
        )}
        <div role="group" aria-label={t('paper.field.difficulty')}>
          <Pills
            disabled={disabled}
            value={rule.difficulties}
            options={difficulties.map((value) => ({ value, label: t(`paper.difficulty.${value}`) }))}
            onChange={(next) => set({ difficulties: [...next] })}
          />
        </div>
      </div>
      <div className="paper-rule-line">
        <div className="paper-pick-wide">
          <label className="mg-faint" htmlFor={`${id}-sets`}>
            {t('theory-question.field.set_id')}
          </label>
          <Pick
            key={rule.bank}
            id={`${id}-sets`}
            to={setOf[rule.bank]}
            many
            clearable
            disabled={disabled}
            value={rule.set_ids}
            onChange={(set_ids) => set({ set_ids: [...set_ids] })}
          />
        </div>
        <div className="paper-pick-wide">
          <label className="mg-faint" htmlFor={`${id}-knowledge`}>
            {t('theory-question.field.knowledge')}
          </label>
          <WordsInput
            id={`${id}-knowledge`}
            disabled={disabled}
            value={rule.knowledge}
            onChange={(knowledge) => set({ knowledge: [...knowledge] })}
          />
        </div>
      </div>
      {wrong.map((w) => (
        <p key={w} className="mg-error">
          {w}
        </p>
      ))}
    </fieldset>
  )
}
