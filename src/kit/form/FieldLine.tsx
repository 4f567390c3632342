import type { Field, RowBase } from '../../contract/lib/resource.ts'
import type { FieldProblem } from '../../contract/problems.ts'
import { wide } from '../../contract/lib/text.ts'
import { format, t } from '../../i18n/index.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import { type AnyResource, fieldOf, labelOf } from '../resource/words.ts'
import { Control, isGroup } from './Control.tsx'
import type { FieldSpec } from './declare.ts'
import type { FieldFacts, Values } from './form.logic.ts'
import { fieldProblemText, valueAt } from './issues.ts'

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

/** How long a line is, as soon as that is not the number of its characters: a longer text has its own counter. */
function countOf(value: unknown, max: number | undefined): string {
  if (typeof value !== 'string' || max === undefined) return ''
  const count = wide(value)
  return count > [...value].length ? t('ui.counted_wide', { count, max }) : ''
}

/** A field with its label, its hint and what is wrong with it. */
export function FieldLine(props: FieldProps) {
  const { id, resource, spec, facts, value, problems } = props
  const kind = fieldOf(resource, spec.of)?.kind
  const own = problems.flatMap((p) => {
    if (p.path === spec.of) return [fieldProblemText(p, value, kind)]
    // a word is a chip, which has no room for a sentence of its own
    const word = kind === 'words' && !spec.control ? valueAt({ [spec.of]: value }, p.path.split('.')) : undefined
    return typeof word === 'string' ? [t('kit.form.word_wrong', { word, reason: fieldProblemText(p, word) })] : []
  })
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
    kind === 'text' && !fixed ? countOf(value, facts.max) : '',
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
  const broad = spec.control !== undefined || broadKinds.has(kind)
  return (
    <div
      className={`kit-line${spec.across ? ' kit-line-across' : ''}${broad ? ' kit-line-broad' : ''}`}
      data-field={spec.of}
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
          {[...new Set(own)].map((text) => (
            <p key={text} className="mg-error">
              <Icon name="bad" />
              {text}
            </p>
          ))}
        </div>
      </div>
    </div>
  )
}
