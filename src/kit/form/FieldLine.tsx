import type { Field, RowBase } from '../../contract/lib/resource.ts'
import type { FieldProblem } from '../../contract/problems.ts'
import { format, t } from '../../i18n/index.ts'
import { Icon } from '../../ui/Icon.tsx'
import { type AnyResource, fieldOf, labelOf } from '../resource/words.ts'
import { Control, isGroup } from './Control.tsx'
import type { FieldSpec } from './declare.ts'
import type { FieldFacts, Values } from './form.logic.ts'
import { ruleText } from './issues.ts'

interface FormAround {
  values: Values
  set: (name: string, value: unknown) => void
}
export interface FieldProps {
  /** Id of the control; parts of it add `.<place>.<part>`. */
  id: string
  resource: AnyResource
  spec: FieldSpec
  facts: FieldFacts
  value: unknown
  /** What is wrong with it or its parts. */
  problems: readonly FieldProblem[]
  disabled: boolean
  /** The row as it was read; none for a new entry. */
  row: RowBase | undefined
  /** The whole form, for a control that depends on other fields or settles them. */
  form?: FormAround
  onChange: (value: unknown) => void
  onLeave: () => void
}

/** They have a line of their own where others stand in pairs. */
const broadKinds: ReadonlySet<Field['kind'] | undefined> = new Set(['long-text', 'code', 'words', 'list', 'picture'])

/** A field with its label, its hint and what is wrong with it. */
export function FieldLine(props: FieldProps) {
  const { id, resource, spec, facts, value, problems } = props
  const own = problems.filter((p) => p.path === spec.of)
  const fixed = props.row && spec.fixed?.(props.row)
  const label = labelOf(resource, spec.of)
  const group = isGroup(fieldOf(resource, spec.of), spec)
  const hint = [
    spec.bounds && facts.between
      ? t('kit.form.between', {
          min: format.number(facts.between.min),
          max: format.number(facts.between.max),
        })
      : '',
    fixed ? t(fixed) : spec.hint ? t(spec.hint) : '',
  ]
    .filter(Boolean)
    .join(' ')
  const words = (
    <>
      {label}
      {facts.required && (
        <span className="mg-label-need">
          <span aria-hidden="true"> *</span>
          <span className="mg-sr">({t('kit.form.required')})</span>
        </span>
      )}
    </>
  )
  const broad = spec.control !== undefined || broadKinds.has(fieldOf(resource, spec.of)?.kind)
  return (
    <div
      className={`kit-line${spec.across ? ' kit-line-across' : ''}${broad ? ' kit-line-broad' : ''}`}
      role={group ? 'group' : undefined}
      aria-labelledby={group ? `${id}-label` : undefined}
    >
      {group ? (
        <span id={`${id}-label`} className="kit-line-label">
          {words}
        </span>
      ) : (
        <label htmlFor={id} className="kit-line-label">
          {words}
        </label>
      )}
      <div className="kit-line-control">
        <Control
          {...props}
          value={fixed && props.row && spec.shown ? (spec.shown(props.row) ?? value) : value}
          disabled={props.disabled || fixed !== undefined}
          describedBy={hint || own.length ? `${id}-note` : undefined}
        />
        <div id={`${id}-note`}>
          {hint && <p className="mg-hint">{hint}</p>}
          {spec.note && <spec.note value={value} />}
          {own.map((p) => (
            <p key={p.rule} className="mg-error">
              <Icon name="bad" />
              {ruleText(p, value, fieldOf(resource, spec.of)?.kind)}
            </p>
          ))}
        </div>
      </div>
    </div>
  )
}
