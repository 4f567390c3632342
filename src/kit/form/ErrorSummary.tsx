import type { FieldProblem } from '../../contract/problems.ts'
import { format, t, tOr } from '../../i18n/index.ts'
import { type AnyResource, labelOf } from '../resource/words.ts'
import type { Values } from './form.logic.ts'
import { fieldProblemText, valueAt } from './issues.ts'
import { byId } from '../../lib/shadow.ts'

interface ErrorSummaryProps {
  resource: AnyResource
  /** In the order of the fields. */
  problems: readonly FieldProblem[]
  values: Values
  /** Id of a field's control; undefined when the form does not show the field. */
  idOf: (name: string) => string | undefined
}

/** Everything that is wrong, each a way to its field. */
export function ErrorSummary({ resource, problems, values, idOf }: ErrorSummaryProps) {
  if (problems.length === 0) return null
  return (
    <div className="kit-summary" role="alert">
      <strong>{t('kit.form.summary', { n: problems.length })}</strong>
      <ul>
        {problems.map((p) => {
          const [name = '', ...rest] = p.path.split('.')
          const id = idOf(name)
          const text = t('kit.form.problem_of', {
            field: placeOf(resource, name, rest),
            reason: fieldProblemText(p, valueAt(values, p.path.split('.')), resource.fields[name]?.kind),
          })
          return (
            <li key={`${p.path} ${p.rule}`}>
              {id ? (
                <button
                  type="button"
                  className="kit-link"
                  onClick={(e) => focusField(e.currentTarget, id, rest.join('.'))}
                >
                  {text}
                </button>
              ) : (
                text
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** `Commands, entry 2, Operating system`; `In another language, Title`. */
function placeOf(resource: AnyResource, name: string, rest: readonly string[]): string {
  const field = labelOf(resource, name)
  const listed = /^\d+$/.test(rest[0] ?? '')
  const part = rest[listed ? 1 : 0]
  const at = listed ? t('kit.form.at', { field, n: format.number(Number(rest[0]) + 1) }) : field
  // a part without a word of its own is the entry
  const said = part ? tOr([`${resource.name}.${name}.${part}`, `kit.part.${part}`], '') : ''
  return said ? t('kit.form.part', { at, part: said }) : at
}

/** Into the part that is wrong when the field has parts, else into its first control. */
function focusField(near: Element, id: string, part: string): void {
  focusIn(byId(near, id), part ? byId(near, `${id}.${part}`) : null)
}

/** The first control of a field, or the exact one of it. */
export function focusIn(whole: HTMLElement | null | undefined, exact: HTMLElement | null = null): void {
  const inner = whole?.matches('input, textarea, select, button')
    ? whole
    : whole?.querySelector<HTMLElement>('input, textarea, select, button')
  const target = exact ?? inner ?? whole
  target?.focus()
  target?.scrollIntoView({ block: 'center' })
}
