/** Challenges of a contest: picked from the flag bank, each with its value, its opening and its limits. */
import '../contest.css'
import { useRef, useState } from 'react'
import { challengeBits, challengeRights } from '../../../contract/contest/division.ts'
import { type ContestItemBody, curveOf, type DivisionBody } from '../../../contract/contest/flagContest.schema.ts'
import { contestLimits, curveKinds } from '../../../contract/contest/flagContest.ts'
import { challengeValue } from '../../../contract/contest/value.ts'
import { format, t } from '../../../i18n/index.ts'
import { type ControlProps, heldAs } from '../../../kit/form/declare.ts'
import { ItemButtons } from '../../../kit/form/ItemButtons.tsx'
import { fieldProblemText } from '../../../kit/form/issues.ts'
import { NumberInput } from '../../../kit/form/NumberInput.tsx'
import { useItems } from '../../../kit/form/useItems.ts'
import { problemsBelow } from '../../../kit/form/form.logic.ts'
import { DivisionRights } from './DivisionsControl.tsx'
import { PickQuestions } from '../../../parts/question-pick/PickQuestions.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Select } from '../../../ui/input/Select.tsx'
import { pickedChallenge } from '../picked.ts'

const picked = (question_id: string, title: string, points: number): ContestItemBody => ({
  ...pickedChallenge(question_id, title, points),
  opens_after: null,
  closes_after: null,
  attempts: null,
  requires: [],
  requires_any: false,
  preview: false,
  opens_score: null,
  parts: true,
  divisions: {},
})

export default function ChallengesControl(props: ControlProps) {
  const { id, spec, value, problems, disabled, form, onChange, onLeave } = props
  const divisions = heldAs<DivisionBody[] | undefined>(form?.values['divisions']) ?? []
  const list = heldAs<ContestItemBody[] | undefined>(value) ?? []
  const root = useRef<HTMLDivElement>(null)
  const items = useItems(list, onChange, root)
  const [picking, setPicking] = useState(false)
  const put = (at: number, more: Partial<ContestItemBody>) =>
    onChange(list.map((item, n) => (n === at ? { ...item, ...more } : item)))
  return (
    <div ref={root} id={id} className="kit-items contest-edit" role="group" aria-labelledby={`${id}-label`}>
      {list.length === 0 && <p className="mg-faint">{t('contest.items_none')}</p>}
      {list.map((item, n) => {
        const own = problemsBelow(problems, `${spec.of}.${n}`)
        return (
          <fieldset key={item.question_id} data-item={n} className="kit-item" onKeyDown={(e) => items.onKeyDown(e, n)}>
            <legend className="mg-sr">{t('contest.item_name', { n: n + 1, title: item.title })}</legend>
            <div className="kit-item-head">
              <span className="mg-num mg-dim" aria-hidden="true">
                {format.number(n + 1)}
              </span>
              <strong className="contest-edit-title">{item.title}</strong>
              <ItemButtons items={items} at={n} count={list.length} disabled={disabled} />
            </div>
            <ItemFields
              id={`${id}.${n}`}
              item={item}
              others={list.filter((o) => o !== item)}
              divisions={divisions}
              disabled={disabled}
              onPut={(more) => put(n, more)}
              onLeave={onLeave}
            />
            {own.map((p) => (
              <p key={`${p.path} ${p.rule}`} className="mg-error">
                <Icon name="bad" />
                {fieldProblemText(p, undefined)}
              </p>
            ))}
          </fieldset>
        )
      })}
      {!disabled && (
        <p>
          <Button data-add="" size="small" icon="plus" onClick={() => setPicking(true)}>
            {t('contest.items_pick')}
          </Button>
        </p>
      )}
      {picking && (
        <PickQuestions
          from={['flag']}
          taken={new Set(list.map((i) => i.question_id))}
          section={t('contest.pick_title')}
          words={{ add: 'contest.pick_add', taken: 'contest.pick_taken' }}
          onPick={(questions) =>
            onChange(
              [...list, ...questions.map((q) => picked(q.question_id, q.title, q.score))].slice(0, contestLimits.items),
            )
          }
          onClose={() => setPicking(false)}
        />
      )}
      <span className="mg-sr" role="status">
        {items.said}
      </span>
    </div>
  )
}

interface FieldsProps {
  id: string
  item: ContestItemBody
  others: readonly ContestItemBody[]
  divisions: readonly DivisionBody[]
  disabled: boolean
  onPut: (more: Partial<ContestItemBody>) => void
  onLeave: () => void
}
function ItemFields({ id, item, others, divisions, disabled, onPut, onLeave }: FieldsProps) {
  const number = (
    name: 'most' | 'least' | 'decay' | 'opens_after' | 'closes_after' | 'attempts' | 'opens_score',
    label: string,
    none?: string,
  ) => (
    <div className="contest-edit-field">
      <label className="mg-label" htmlFor={`${id}.${name}`}>
        {label}
      </label>
      <NumberInput
        id={`${id}.${name}`}
        className="mg-field"
        value={item[name]}
        disabled={disabled}
        placeholder={none}
        onChange={(v) => onPut({ [name]: v })}
        onBlur={onLeave}
      />
    </div>
  )
  const check = (name: 'blood' | 'parts' | 'preview', label: string) => (
    <label className="contest-edit-check">
      <input
        type="checkbox"
        checked={item[name]}
        disabled={disabled}
        onChange={(e) => onPut({ [name]: e.target.checked })}
      />
      {label}
    </label>
  )
  const { curve } = item
  const differing = divisions.filter((d) => item.divisions[d.key] !== undefined)
  return (
    <div className="contest-edit-fields">
      <div className="contest-edit-field">
        <label className="mg-label" htmlFor={`${id}.category`}>
          {t('contest.item.category')}
        </label>
        <input
          id={`${id}.category`}
          className="mg-field"
          autoComplete="off"
          value={item.category}
          maxLength={contestLimits.category}
          disabled={disabled}
          onChange={(e) => onPut({ category: e.target.value })}
          onBlur={onLeave}
        />
      </div>
      <div className="contest-edit-field contest-edit-wide">
        <span className="mg-label" id={`${id}.curve-label`}>
          {t('contest.item.curve')}
        </span>
        <Select
          aria-labelledby={`${id}.curve-label`}
          value={curve}
          disabled={disabled}
          options={curveKinds.map((kind) => ({ value: kind, label: t(`contest.curve.${kind}`) }))}
          onChange={(kind) => onPut({ curve: kind })}
        />
      </div>
      {number('most', t('contest.item.most'))}
      {curve !== 'static' && number('least', t(curve === 'exponential' ? 'contest.item.share' : 'contest.item.least'))}
      {(curve === 'linear' || curve === 'parabolic' || curve === 'exponential') &&
        number('decay', t(`contest.item.decay_${curve}`))}
      {number('opens_after', t('contest.item.opens'), t('contest.item.from_start'))}
      {number('opens_score', t('contest.item.opens_score'), t('contest.item.any_score'))}
      {number('closes_after', t('contest.item.closes'), t('contest.item.to_end'))}
      {number('attempts', t('contest.item.attempts'), t('contest.item.unlimited'))}
      {check('blood', t('contest.item.blood'))}
      {check('parts', t('contest.item.parts'))}
      {(item.requires.length > 0 || item.opens_score !== null) && check('preview', t('contest.item.announce'))}
      {curve !== 'static' && <Preview of={item} />}
      {others.length > 0 && (
        <details className="contest-edit-requires">
          <summary>
            {t('contest.item.requires')}
            {item.requires.length > 0 && <span className="mg-num mg-dim"> {format.number(item.requires.length)}</span>}
          </summary>
          {item.requires.length > 1 && (
            <Select
              aria-label={t('contest.item.requires')}
              value={item.requires_any ? 'any' : 'all'}
              disabled={disabled}
              options={(['all', 'any'] as const).map((value) => ({
                value,
                label: t(`contest.item.requires_${value}`),
              }))}
              onChange={(value) => onPut({ requires_any: value === 'any' })}
            />
          )}
          {others.map((o) => (
            <label key={o.question_id} className="contest-edit-check">
              <input
                type="checkbox"
                checked={item.requires.includes(o.question_id)}
                disabled={disabled}
                onChange={(e) =>
                  onPut({
                    requires: e.target.checked
                      ? [...item.requires, o.question_id]
                      : item.requires.filter((r) => r !== o.question_id),
                  })
                }
              />
              {o.title}
            </label>
          ))}
        </details>
      )}
      {divisions.length > 0 && (
        <details className="contest-edit-requires">
          <summary>
            {t('contest.item.divisions')}
            {differing.length > 0 && <span className="mg-num mg-dim"> {format.number(differing.length)}</span>}
          </summary>
          {divisions.map((d) => (
            <ItemDivision key={d.key} of={d} item={item} disabled={disabled} onPut={onPut} />
          ))}
        </details>
      )}
    </div>
  )
}

interface ItemDivisionProps extends Pick<FieldsProps, 'item' | 'disabled' | 'onPut'> {
  of: DivisionBody
}
/** What a division may do with this challenge: as with every other, or something else. */
function ItemDivision({ of: { key, name, bits }, item, disabled, onPut }: ItemDivisionProps) {
  const own = item.divisions[key]
  const { [key]: _, ...rest } = item.divisions
  return (
    <fieldset className="kit-item">
      <legend>{name || t('contest.division_name')}</legend>
      <label className="contest-edit-check">
        <input
          type="checkbox"
          checked={own === undefined}
          disabled={disabled}
          onChange={(e) => onPut({ divisions: e.target.checked ? rest : { ...rest, [key]: bits & challengeBits } })}
        />
        {t('contest.item.division_same')}
      </label>
      {own !== undefined && (
        <DivisionRights
          rights={challengeRights}
          bits={own}
          disabled={disabled}
          onChange={(next) => onPut({ divisions: { ...rest, [key]: next } })}
        />
      )}
    </fieldset>
  )
}

/** What it comes to, before anybody saves it. */
function Preview({ of: item }: { of: ContestItemBody }) {
  const numbers = [item.most, item.least, item.decay]
  if (numbers.some((n) => typeof n !== 'number' || n <= 0)) return null
  const curve = curveOf(item)
  const values = [1, 2, 5, 10, 50].map((n) => format.number(challengeValue(curve, n)))
  return <p className="mg-hint contest-edit-preview">{t('contest.item.preview', { values: values.join(' · ') })}</p>
}
