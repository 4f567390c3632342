/** Corrects what is wrong with a refused row, which the server judges again. */
import { useState } from 'react'
import type { ImportPackage, ImportRow } from '../../contract/import/import.schema.ts'
import { correctMost } from '../../contract/import/import.ts'
import { t } from '../../i18n/index.ts'
import { type AppProblem, problemOf } from '../../lib/problem.ts'
import { Button } from '../../ui/Button.tsx'
import { CountedTextArea } from '../../ui/CountedTextArea.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ProblemView } from '../../ui/ProblemView.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { useWrite } from '../data/api.ts'
import { Select } from '../resource/input/Select.tsx'
import { lineOf } from '../resource/lines.ts'
import { optionOf } from '../resource/words.ts'
import { fieldText, reasonTexts } from './words.ts'

interface CorrectRowProps {
  plan: ImportPackage
  row: ImportRow
  onClose(): void
}

export function CorrectRow({ plan, row, onClose }: CorrectRowProps) {
  const { wrong = [] } = row
  const [values, setValues] = useState(Object.fromEntries(wrong.map((w) => [w.field, w.text])))
  const [problem, setProblem] = useState<AppProblem>()
  const [correct, correcting] = useWrite('PUT /imports/:id/row')
  const send = async () => {
    try {
      const now = await correct({ params: { id: plan.id }, body: { version: plan.version, row: row.n, values } })
      const [had, has] = [plan, now].map(({ counts }) => counts.refused + counts.duplicate) as [number, number]
      if (has < had) toast.ok(t('import.corrected', { name: row.label }))
      else toast.warn(t('import.corrected-not', { name: row.label }))
      onClose()
    } catch (e) {
      setProblem(problemOf(e))
    }
  }
  return (
    <Dialog
      open
      title={t('import.correct-title', { name: row.label })}
      locked={correcting.busy}
      onClose={onClose}
      actions={
        <>
          <Button disabled={correcting.busy} onClick={onClose}>
            {t('kit.cancel')}
          </Button>
          <Button
            tone="primary"
            busy={correcting.busy}
            disabled={wrong.every((w) => values[w.field] === w.text)}
            onClick={() => void send()}
          >
            {t('import.correct-send')}
          </Button>
        </>
      }
    >
      {problem && <ProblemView compact problem={problem} />}
      {reasonTexts(row).map((reason) => (
        <p className="import-reason" key={reason}>
          {reason}
        </p>
      ))}
      {wrong.map(({ field, path }) => (
        <Value
          key={field}
          label={fieldText(row.resource, path)}
          resource={row.resource}
          field={field}
          value={values[field] ?? ''}
          onChange={(text) => setValues((had) => ({ ...had, [field]: text }))}
        />
      ))}
    </Dialog>
  )
}

interface ValueProps {
  label: string
  resource: string
  field: string
  value: string
  onChange(text: string): void
}

/** As a cell of a table has it; where there are only a few, one of them. */
function Value({ label, resource, field, value, onChange }: ValueProps) {
  const line = lineOf(resource)
  const kind = line?.fields[field]
  const options =
    line && kind?.kind === 'one'
      ? kind.options.map((option) => ({ value: option, label: optionOf(line, field, option) }))
      : kind?.kind === 'flag'
        ? [
            { value: 'true', label: t('kit.yes') },
            { value: 'false', label: t('kit.no') },
          ]
        : undefined
  if (!options)
    return kind?.kind === 'list' || field === 'answer' || value.includes('\n') ? (
      <CountedTextArea label={label} value={value} max={correctMost} onChange={onChange} />
    ) : (
      <TextField label={label} value={value} onChange={onChange} />
    )
  const known = options.some((o) => o.value === value)
  return (
    <div className="mg-labelled">
      <span className="mg-label">{label}</span>
      <Select
        aria-label={label}
        value={value}
        options={known ? options : [{ value, label: value }, ...options]}
        onChange={onChange}
      />
    </div>
  )
}
