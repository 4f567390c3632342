import '../../ui/input/Field.css'
import { type ReactNode, Suspense } from 'react'
import { limits } from '../../contract/limits.ts'
import type { Field } from '../../contract/lib/resource.ts'
import { t } from '../../i18n/index.ts'
import { CountedTextArea } from '../../ui/input/CountedTextArea.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { DateInput } from '../../ui/input/dates/DateInput.tsx'
import { Pick } from '../pick/Pick.tsx'
import { PictureControl } from '../picture/PictureControl.tsx'
import { Pills } from '../resource/input/Pills.tsx'
import { Select } from '../../ui/input/Select.tsx'
import { WordsInput } from '../resource/input/WordsInput.tsx'
import { optionOf } from '../resource/words.ts'
import type { ControlProps, FieldSpec } from './declare.ts'
import { NumberInput } from './NumberInput.tsx'
import { LinesControl } from './LinesControl.tsx'
import { ListControl } from './ListControl.tsx'
import { isRecord } from '../../contract/lib/typed.ts'

/** Whether a field is several controls, which a label names as a group. */
export const isGroup = (f: Field, spec: FieldSpec): boolean =>
  spec.control !== undefined ||
  f.kind === 'list' ||
  (f.kind === 'words' && (spec.lines === true || spec.options !== undefined))

/** The control a field kind asks for, or the screen's own. */
export function Control(all: ControlProps): ReactNode {
  const { describedBy, ...props } = all
  const { id, resource, spec, facts, value, problems, disabled, onChange, onLeave } = props
  const f = resource.fields[spec.of] ?? ({ kind: 'text' } as const)
  const invalid = problems.length > 0
  const common = {
    id,
    disabled,
    'aria-invalid': invalid || undefined,
    'aria-describedby': describedBy,
    onBlur: onLeave,
  }
  const text = typeof value === 'string' ? value : ''
  const words = Array.isArray(value) ? (value as unknown[]).map(String) : []
  if (spec.control) {
    const Own = spec.control
    return (
      <div id={id} tabIndex={-1} className="kit-own">
        <Suspense fallback={<Loading kind="form" rows={3} />}>
          <Own {...all} />
        </Suspense>
      </div>
    )
  }
  switch (f.kind) {
    case 'long-text':
      return (
        <CountedTextArea
          id={id}
          value={text}
          max={facts.max ?? limits.description.max}
          rows={spec.rows ?? 3}
          invalid={invalid}
          disabled={disabled}
          {...(describedBy ? { 'aria-describedby': describedBy } : {})}
          onChange={onChange}
          onBlur={onLeave}
        />
      )
    case 'code':
      return (
        <textarea
          {...common}
          className="mg-field mg-area mg-mono"
          rows={spec.rows ?? 3}
          spellCheck={false}
          value={text}
          onChange={(e) => onChange(e.target.value)}
        />
      )
    case 'number':
    case 'size':
      return (
        <span className="kit-figure">
          <NumberInput {...common} className="mg-field kit-short" value={value} onChange={onChange} />
          {spec.unit && <span className="mg-dim">{t(spec.unit)}</span>}
        </span>
      )
    case 'date':
      return <DateInput {...common} told value={text} onChange={(v) => onChange(v || null)} />
    case 'time':
      return <DateInput {...common} told time value={text} onChange={(v) => onChange(v || null)} />
    case 'flag':
      if (!facts.nullable)
        return (
          <input
            {...common}
            type="checkbox"
            className="kit-box"
            checked={value === true}
            onChange={(e) => onChange(e.target.checked)}
          />
        )
      return (
        <Select
          {...common}
          className="kit-short"
          value={value === true ? 'true' : value === false ? 'false' : ''}
          options={[
            { value: '', label: t('kit.unknown') },
            { value: 'true', label: t('kit.yes') },
            { value: 'false', label: t('kit.no') },
          ]}
          onChange={(v) => onChange(v === '' ? null : v === 'true')}
        />
      )
    case 'one': {
      const options = f.options.map((o) => ({ value: o, label: optionOf(resource, spec.of, o) }))
      const open = facts.nullable || text === ''
      return (
        <Select
          {...common}
          className="kit-short"
          value={text}
          options={open ? [{ value: '', label: spec.none ?? t('kit.form.no_choice') }, ...options] : options}
          onChange={(v) => onChange(v === '' ? null : v)}
        />
      )
    }
    case 'ref':
      return (
        <Pick
          id={id}
          to={f.to}
          many={f.many === true}
          giving={spec.giving}
          into={f.into}
          clearable={!facts.required}
          value={f.many ? words : text ? [text] : []}
          invalid={invalid}
          disabled={disabled}
          aria-describedby={describedBy}
          onBlur={onLeave}
          onChange={(ids) => onChange(f.many ? ids : (ids[0] ?? null))}
        />
      )
    case 'picture':
      return (
        <PictureControl
          id={id}
          use={f.use}
          value={text}
          disabled={disabled}
          describedBy={describedBy}
          onChange={onChange}
          onLeave={onLeave}
        />
      )
    case 'words':
      if (spec.options)
        return (
          <div id={id}>
            <Pills
              value={words}
              disabled={disabled}
              onBlur={onLeave}
              aria-describedby={describedBy}
              options={spec.options.map((o) => ({ value: o, label: optionOf(resource, spec.of, o) }))}
              onChange={onChange}
            />
          </div>
        )
      if (spec.lines) return <LinesControl {...props} words={words} />
      return (
        <WordsInput
          id={id}
          value={words}
          invalid={invalid}
          badAt={new Set(problems.flatMap((p) => placeOf(p.path)))}
          disabled={disabled}
          aria-describedby={describedBy}
          onBlur={onLeave}
          onChange={onChange}
        />
      )
    case 'list':
      return <ListControl {...props} items={Array.isArray(value) ? value.filter(isRecord) : []} />
    default:
      return (
        <input
          {...common}
          type={f.kind === 'url' ? 'url' : 'text'}
          className="mg-field"
          autoComplete="off"
          value={text}
          onChange={(e) => onChange(e.target.value)}
        />
      )
  }
}

const placeOf = (path: string): number[] => {
  const n = path.split('.')[1]
  return n !== undefined && /^\d+$/.test(n) ? [Number(n)] : []
}
