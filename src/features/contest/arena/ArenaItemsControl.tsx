/** Challenges of an arena: picked from the flag bank, each with its value, its opening and its retirement. */
import { useState } from 'react'
import type { ArenaItemBody } from '../../../contract/contest/arena.schema.ts'
import { contestLimits, curveKinds } from '../../../contract/contest/flagContest.ts'
import { t } from '../../../i18n/index.ts'
import { type ControlProps, heldAs } from '../../../kit/form/declare.ts'
import { PickQuestions } from '../../../parts/question-pick/PickQuestions.tsx'
import { Select } from '../../../ui/input/Select.tsx'
import { ArenaRows, type RowFieldsProps } from './ArenaRows.tsx'
import { RowNumber, RowText, RowTime } from './rowFields.tsx'
import { pickedChallenge } from '../picked.ts'

const picked = (question_id: string, title: string, points: number): ArenaItemBody => ({
  ...pickedChallenge(question_id, title, points),
  opens_at: null,
  retires_at: null,
  attempts: null,
})

export default function ArenaItemsControl(props: ControlProps) {
  const list = heldAs<ArenaItemBody[] | undefined>(props.value) ?? []
  const [picking, setPicking] = useState(false)
  return (
    <>
      <ArenaRows<ArenaItemBody>
        of={props}
        keyOf={(i) => i.question_id}
        titleOf={(i) => i.title}
        none={t('contest.items_none')}
        add={[{ label: t('contest.items_pick'), onAdd: () => setPicking(true) }]}
      >
        {(fields) => <ItemFields {...fields} />}
      </ArenaRows>
      {picking && (
        <PickQuestions
          from={['flag']}
          taken={new Set(list.map((i) => i.question_id))}
          section={t('arena.pick_title')}
          words={{ add: 'arena.pick_add', taken: 'arena.pick_taken' }}
          onPick={(questions) =>
            props.onChange(
              [...list, ...questions.map((q) => picked(q.question_id, q.title, q.score))].slice(0, contestLimits.items),
            )
          }
          onClose={() => setPicking(false)}
        />
      )}
    </>
  )
}

function ItemFields({ id, item, onPut, ...rest }: RowFieldsProps<ArenaItemBody>) {
  const { curve } = item
  const number = (name: 'most' | 'least' | 'decay' | 'attempts', label: string, none?: string) => (
    <RowNumber
      {...rest}
      id={`${id}.${name}`}
      label={label}
      value={item[name]}
      {...(none === undefined ? {} : { none })}
      onChange={(v) => onPut({ [name]: v })}
    />
  )
  return (
    <>
      <RowText
        {...rest}
        id={`${id}.category`}
        label={t('contest.item.category')}
        value={item.category}
        most={contestLimits.category}
        onChange={(category) => onPut({ category })}
      />
      <div className="contest-edit-field contest-edit-wide">
        <span className="mg-label" id={`${id}.curve-label`}>
          {t('contest.item.curve')}
        </span>
        <Select
          aria-labelledby={`${id}.curve-label`}
          value={curve}
          disabled={rest.disabled}
          options={curveKinds.map((kind) => ({ value: kind, label: t(`contest.curve.${kind}`) }))}
          onChange={(kind) => onPut({ curve: kind })}
        />
      </div>
      {number('most', t('contest.item.most'))}
      {curve !== 'static' && number('least', t(curve === 'exponential' ? 'contest.item.share' : 'contest.item.least'))}
      {(curve === 'linear' || curve === 'parabolic' || curve === 'exponential') &&
        number('decay', t(`contest.item.decay_${curve}`))}
      {number('attempts', t('contest.item.attempts'), t('contest.item.unlimited'))}
      <RowTime
        {...rest}
        id={`${id}.opens_at`}
        label={t('arena.item_opens')}
        value={item.opens_at}
        onChange={(opens_at) => onPut({ opens_at })}
      />
      <RowTime
        {...rest}
        id={`${id}.retires_at`}
        label={t('arena.item_retires')}
        value={item.retires_at}
        onChange={(retires_at) => onPut({ retires_at })}
      />
      <label className="contest-edit-check">
        <input
          type="checkbox"
          checked={item.blood}
          disabled={rest.disabled}
          onChange={(e) => onPut({ blood: e.target.checked })}
        />
        {t('contest.item.blood')}
      </label>
    </>
  )
}
