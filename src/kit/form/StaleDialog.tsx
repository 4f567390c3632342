import './form.css'
import { useState } from 'react'
import { t, tOr } from '../../i18n/index.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { isEmptyValue, textOfValue } from '../resource/value.logic.ts'
import { type AnyResource, fieldOf, labelOf } from '../resource/words.ts'
import { Nothing } from '../resource/Value.tsx'
import { PickedNames } from '../pick/PickedNames.tsx'
import type { Values } from './form.logic.ts'
import { merge, type ConflictSide, type StaleField } from './stale.logic.ts'

interface StaleDialogProps {
  resource: AnyResource
  fields: readonly StaleField[]
  theirs: Values
  onTake: (values: Values) => void
  onClose: () => void
}

/** Both texts side by side, field by field, with a choice for each. Closing it keeps everything as typed. */
export default function StaleDialog({ resource, fields, theirs, onTake, onClose }: StaleDialogProps) {
  const [choices, setChoices] = useState<Readonly<Record<string, ConflictSide>>>(() =>
    Object.fromEntries(fields.map((f) => [f.name, f.suggested])),
  )
  const all = (side: ConflictSide) => setChoices(Object.fromEntries(fields.map((f) => [f.name, side])))
  return (
    <Dialog
      open
      size="large"
      title={t('kit.form.stale_title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button tone="primary" onClick={() => onTake(merge(fields, theirs, choices))}>
            {t('kit.form.stale_take')}
          </Button>
        </>
      }
    >
      <p>{t('kit.form.stale_text')}</p>
      <p className="kit-stale-all">
        <Button size="small" onClick={() => all('mine')}>
          {t('kit.form.stale_all_mine')}
        </Button>
        <Button size="small" onClick={() => all('theirs')}>
          {t('kit.form.stale_all_theirs')}
        </Button>
      </p>
      {fields.map((f) => (
        <fieldset key={f.name} className="kit-stale-field">
          <legend>
            {labelOf(resource, f.name)}{' '}
            {f.conflict && <span className="kit-stale-both">{t('kit.form.stale_both')}</span>}
          </legend>
          {(['mine', 'theirs'] as const).map((side) => (
            <label key={side} className="kit-stale-side">
              <span>
                <input
                  type="radio"
                  name={`stale-${f.name}`}
                  checked={choices[f.name] === side}
                  onChange={() => setChoices({ ...choices, [f.name]: side })}
                />{' '}
                {t(`kit.form.stale_${side}`)}
              </span>
              <ConflictSide resource={resource} name={f.name} value={f[side]} />
            </label>
          ))}
        </fieldset>
      ))}
    </Dialog>
  )
}

/** A value as text that can be compared with its other; an entry of a list is a line. */
function ConflictSide({ resource, name, value }: { resource: AnyResource; name: string; value: unknown }) {
  const f = fieldOf(resource, name)
  if (isEmptyValue(value)) return <Nothing />
  if (f.kind === 'ref')
    return <PickedNames to={f.to} ids={Array.isArray(value) ? value.map(String) : [String(value)]} />
  const lines =
    f.kind === 'list' && Array.isArray(value) ? value.map((item) => partsOf(resource, name, item)) : undefined
  if (f.kind === 'words' && Array.isArray(value))
    return <Lines lines={value.map((v) => textOfValue(resource, name, { kind: 'words' }, [v]))} />
  if (lines) return <Lines lines={lines} />
  return (
    <div className={f.kind === 'code' ? 'kit-prose mg-mono' : 'kit-prose'}>{textOfValue(resource, name, f, value)}</div>
  )
}

function partsOf(resource: AnyResource, name: string, item: unknown): string {
  if (item === null || typeof item !== 'object') return String(item)
  return Object.entries(item)
    .filter(([, v]) => !isEmptyValue(v))
    .map(([part, v]) => `${tOr([`${resource.name}.${name}.${part}`], part)}: ${String(v)}`)
    .join(' · ')
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ol className="kit-stale-lines">
      {lines.map((line, i) => (
        <li key={`${i} ${line}`}>{line}</li>
      ))}
    </ol>
  )
}
