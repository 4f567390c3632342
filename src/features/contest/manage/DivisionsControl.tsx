/** Divisions of a contest: what each is called, and what it lets its entries do. */
import '../contest.css'
import { useRef } from 'react'
import {
  challengeRights,
  divisionAllows,
  type DivisionRight,
  entryRights,
  usualDivisionBits,
  withDivisionRight,
} from '../../../contract/contest/division.ts'
import { contestLimits } from '../../../contract/contest/flagContest.ts'
import type { ContestItemBody, DivisionBody } from '../../../contract/contest/flagContest.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { type ControlProps, heldAs } from '../../../kit/form/declare.ts'
import { ItemButtons } from '../../../kit/form/ItemButtons.tsx'
import { fieldProblemText } from '../../../kit/form/issues.ts'
import { useItems } from '../../../kit/form/useItems.ts'
import { problemsBelow } from '../../../kit/form/form.logic.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'

const all = [...entryRights, ...challengeRights]

/** Challenges name a division by its key: what they still say of one that was taken out goes to no other. */
function freeKey(list: readonly DivisionBody[], items: readonly ContestItemBody[]): string {
  const used = new Set([...list.map((d) => d.key), ...items.flatMap((i) => Object.keys(i.divisions))])
  for (let n = 1; ; n++) if (!used.has(`d${n}`)) return `d${n}`
}

export default function DivisionsControl(props: ControlProps) {
  const { id, spec, value, problems, disabled, form, onChange, onLeave } = props
  const challenges = heldAs<ContestItemBody[] | undefined>(form?.values['items']) ?? []
  const list = heldAs<DivisionBody[] | undefined>(value) ?? []
  const root = useRef<HTMLDivElement>(null)
  const items = useItems(list, onChange, root)
  const put = (at: number, more: Partial<DivisionBody>) =>
    onChange(list.map((d, n) => (n === at ? { ...d, ...more } : d)))
  return (
    <div ref={root} id={id} className="kit-items contest-edit" role="group" aria-labelledby={`${id}-label`}>
      {list.length === 0 && <p className="mg-faint">{t('contest.divisions_none')}</p>}
      {list.map((d, n) => (
        <fieldset key={d.key} data-item={n} className="kit-item" onKeyDown={(e) => items.onKeyDown(e, n)}>
          <legend className="mg-sr">{t('contest.division_n', { n: n + 1, name: d.name })}</legend>
          <div className="kit-item-head">
            <span className="mg-num mg-dim" aria-hidden="true">
              {format.number(n + 1)}
            </span>
            <label className="mg-label" htmlFor={`${id}.${n}.name`}>
              {t('contest.division_name')}
            </label>
            <input
              id={`${id}.${n}.name`}
              className="mg-field contest-edit-title"
              autoComplete="off"
              value={d.name}
              maxLength={contestLimits.division}
              disabled={disabled}
              onChange={(e) => put(n, { name: e.target.value })}
              // a refusal of what is still empty would move the button that is just being pressed
              onBlur={d.name === '' ? undefined : onLeave}
            />
            <ItemButtons items={items} at={n} count={list.length} disabled={disabled} />
          </div>
          <DivisionRights rights={all} bits={d.bits} disabled={disabled} onChange={(bits) => put(n, { bits })} />
          {problemsBelow(problems, `${spec.of}.${n}`).map((p) => (
            <p key={`${p.path} ${p.rule}`} className="mg-error">
              <Icon name="bad" />
              {fieldProblemText(p, undefined)}
            </p>
          ))}
        </fieldset>
      ))}
      {!disabled && list.length < contestLimits.divisions && (
        <p>
          <Button
            data-add=""
            size="small"
            icon="plus"
            onClick={() => items.add({ key: freeKey(list, challenges), name: '', bits: usualDivisionBits })}
          >
            {t('contest.division_add')}
          </Button>
        </p>
      )}
      <span className="mg-sr" role="status">
        {items.said}
      </span>
    </div>
  )
}

interface RightsProps {
  rights: readonly DivisionRight[]
  bits: number
  disabled: boolean
  onChange: (bits: number) => void
}
export const DivisionRights = ({ rights, bits, disabled, onChange }: RightsProps) => (
  <div className="contest-divisions">
    {rights.map((right) => (
      <label key={right} className="contest-edit-check">
        <input
          type="checkbox"
          checked={divisionAllows(bits, right)}
          disabled={disabled}
          onChange={(e) => onChange(withDivisionRight(bits, right, e.target.checked))}
        />
        {t(`contest.right.${right}`)}
      </label>
    ))}
  </div>
)
