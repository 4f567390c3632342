/** Scoring rules of a contest that has begun: what other rules would move, and in public why they are changed. */
import { useId, useState } from 'react'
import type { ContestItemBody, FlagContest } from '../../../contract/contest/flagContest.schema.ts'
import { bloodKinds, contestLimits, curveKinds } from '../../../contract/contest/flagContest.ts'
import type { ContestPreview } from '../../../contract/contest/running.schema.ts'
import { t } from '../../../i18n/index.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import { useCall } from '../../../kit/data/call.ts'
import { NumberInput } from '../../../kit/form/NumberInput.tsx'
import { RowField } from '../arena/rowFields.tsx'
import { NativeSelect } from '../../../kit/resource/input/Select.tsx'
import { PreviewedDialog } from './PreviewedDialog.tsx'

type Rules = Pick<ContestItemBody, 'curve' | 'most' | 'least' | 'decay' | 'blood'>
type Bonus = Pick<FlagContest, 'blood' | 'blood_first' | 'blood_second' | 'blood_third'>
const rulesOf = ({ curve, most, least, decay, blood }: Rules): Rules => ({ curve, most, least, decay, blood })
const sameRules = (a: Rules, b: Rules) => JSON.stringify(rulesOf(a)) === JSON.stringify(rulesOf(b))
const bonusFields = ['blood_first', 'blood_second', 'blood_third'] as const
const withDecay = ['linear', 'parabolic', 'exponential'] as const
const bends = (curve: Rules['curve']): curve is (typeof withDecay)[number] => withDecay.some((c) => c === curve)
const isWhole = (n: unknown, from: number, to: number) => Number.isInteger(n) && Number(n) >= from && Number(n) <= to
const isRight = (r: Rules): boolean =>
  isWhole(r.most, 1, contestLimits.points) &&
  isWhole(r.decay, 1, 10_000) &&
  (r.curve === 'static' || isWhole(r.least, 0, r.curve === 'exponential' ? 1000 : r.most))

export function RulesDialog({ of: row, onClose }: { of: FlagContest; onClose: () => void }) {
  const id = useId()
  const { data } = useRead('GET /flag-contests/:id/items', { params: { id: row.id } })
  const [bonus, setBonus] = useState<Bonus>(row)
  const [rules, setRules] = useState(new Map(row.items.map((i) => [i.question_id, rulesOf(i)])))
  const [seen, setSeen] = useState<ContestPreview>()
  const [look] = useCall('POST /flag-contests/:id/rules/preview')
  const [apply] = useWrite('POST /flag-contests/:id/rules')
  const changed = row.items.filter((i) => !sameRules(rules.get(i.question_id) ?? i, i))
  const put = (question: string, more: Partial<Rules>) => {
    const had = rules.get(question)
    if (had) setRules(new Map(rules).set(question, { ...had, ...more }))
    setSeen(undefined)
  }
  const turn = (more: Partial<Bonus>) => {
    setBonus({ ...bonus, ...more })
    setSeen(undefined)
  }
  const right = [...rules.values()].every(isRight) && bonusFields.every((f) => isWhole(bonus[f], 0, 1000))
  const same = changed.length === 0 && [...bonusFields, 'blood' as const].every((f) => bonus[f] === row[f])
  const itemOf = new Map((data?.items ?? []).map((i) => [i.question_id, i.id]))
  const { blood, blood_first, blood_second, blood_third } = bonus
  const body = {
    blood,
    blood_first,
    blood_second,
    blood_third,
    items: changed.flatMap((i) => {
      const [item, to] = [itemOf.get(i.question_id), rules.get(i.question_id)]
      return item && to ? { id: item, ...to } : []
    }),
  }
  return (
    <PreviewedDialog
      place={`contest-rules:${row.id}`}
      title={t('judging.rules_title')}
      confirm={t('judging.rules_apply')}
      done={t('judging.rules_done')}
      reason={t('judging.rules_reason')}
      off={!data ? t('judging.loading') : same ? t('judging.rules_same') : !right && t('judging.rules_wrong')}
      seen={seen}
      onSeen={setSeen}
      onLook={() => look({ params: { id: row.id }, body })}
      onApply={({ digest }, reason) => apply({ params: { id: row.id }, body: { ...body, digest, reason } })}
      onClose={onClose}
    >
      <p className="mg-dim">{t('judging.rules_text')}</p>
      <div className="contest-narrow">
        <div className="mg-labelled">
          <label className="mg-label" htmlFor={`${id}-blood`}>
            {t('flag-contest.field.blood')}
          </label>
          <NativeSelect
            id={`${id}-blood`}
            value={blood}
            options={bloodKinds.map((value) => ({ value, label: t(`flag-contest.blood.${value}`) }))}
            onChange={(value) => turn({ blood: value })}
          />
        </div>
        {blood !== 'none' &&
          bonusFields.map((f) => (
            <Figure
              key={f}
              id={`${id}-${f}`}
              label={t(`flag-contest.field.${f}`)}
              value={bonus[f]}
              onChange={(value) => turn({ [f]: value })}
            />
          ))}
      </div>
      {row.items.map((i) => (
        <ItemRules
          key={i.question_id}
          id={`${id}-${i.question_id}`}
          title={i.title}
          of={rules.get(i.question_id) ?? i}
          changed={changed.includes(i)}
          onPut={(more) => put(i.question_id, more)}
        />
      ))}
    </PreviewedDialog>
  )
}

interface FigureProps {
  id: string
  label: string
  value: number
  onChange: (value: number) => void
}
const Figure = ({ id, label, value, onChange }: FigureProps) => (
  <RowField id={id} label={label}>
    <NumberInput
      id={id}
      className="mg-field"
      value={Number.isNaN(value) ? '' : value}
      onChange={(typed) => onChange(typeof typed === 'number' ? typed : Number.NaN)}
    />
  </RowField>
)

interface ItemRulesProps {
  id: string
  title: string
  of: Rules
  changed: boolean
  onPut: (more: Partial<Rules>) => void
}
function ItemRules({ id, title, of: r, changed, onPut }: ItemRulesProps) {
  return (
    <fieldset className={`contest-rules-item${changed ? ' contest-rules-changed' : ''}`}>
      <legend>{title}</legend>
      <div className="contest-edit-fields">
        <div className="contest-edit-field contest-edit-wide">
          <label className="mg-label" htmlFor={`${id}-curve`}>
            {t('contest.item.curve')}
          </label>
          <NativeSelect
            id={`${id}-curve`}
            value={r.curve}
            options={curveKinds.map((value) => ({ value, label: t(`contest.curve.${value}`) }))}
            onChange={(curve) => onPut({ curve })}
          />
        </div>
        <Figure id={`${id}-most`} label={t('contest.item.most')} value={r.most} onChange={(most) => onPut({ most })} />
        {r.curve !== 'static' && (
          <Figure
            id={`${id}-least`}
            label={t(r.curve === 'exponential' ? 'contest.item.share' : 'contest.item.least')}
            value={r.least}
            onChange={(least) => onPut({ least })}
          />
        )}
        {bends(r.curve) && (
          <Figure
            id={`${id}-decay`}
            label={t(`contest.item.decay_${r.curve}`)}
            value={r.decay}
            onChange={(decay) => onPut({ decay })}
          />
        )}
        <label className="contest-edit-check">
          <input
            type="checkbox"
            className="kit-box"
            checked={r.blood}
            onChange={(e) => onPut({ blood: e.target.checked })}
          />
          <span>{t('contest.item.blood')}</span>
        </label>
      </div>
    </fieldset>
  )
}
