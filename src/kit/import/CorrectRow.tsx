/** Corrects what is wrong with a row that is refused or repeats another one, which the server judges again. */
import type { Choice } from '../../contract/lib/crud.ts'
import { useMemo, useState } from 'react'
import type { ImportPackage, ImportRow } from '../../contract/import/import.schema.ts'
import { correctMost } from '../../contract/import/import.ts'
import { limits } from '../../contract/limits.ts'
import { role } from '../../contract/system/role.ts'
import { format, t } from '../../i18n/index.ts'
import { type AppProblem, problemOf } from '../../lib/problem.ts'
import { Button } from '../../ui/input/Button.tsx'
import { CountedTextArea } from '../../ui/input/CountedTextArea.tsx'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { TextField } from '../../ui/input/TextField.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { useRead, useWrite } from '../data/api.ts'
import { orgChoices } from '../pick/orgs.logic.ts'
import { PickFixed } from '../pick/Pick.tsx'
import { useChoices } from '../resource/calls.ts'
import { Select } from '../../ui/input/Select.tsx'
import { referencedResource } from '../resource/lines.ts'
import { optionOf } from '../resource/words.ts'
import { fieldText, reasonTexts } from './words.ts'

interface CorrectRowProps {
  plan: ImportPackage
  row: ImportRow
  onClose: () => void
}

export function CorrectRow({ plan, row, onClose }: CorrectRowProps) {
  const { wrong = [] } = row
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const values = Object.fromEntries(wrong.map((w) => [w.field, typed[w.field] ?? w.text]))
  const [problem, setProblem] = useState<AppProblem>()
  const [again, setAgain] = useState(false)
  const [all, setAll] = useState(false)
  const changed = wrong.filter((w) => values[w.field] !== w.text)
  const others = plan.counts.refused + plan.counts.duplicate > 1
  const [correct, correcting] = useWrite('PUT /imports/:id/row')
  const send = async () => {
    setProblem(undefined)
    setAgain(false)
    try {
      const also = all && others ? changed.map((w) => w.field) : undefined
      const body = { version: plan.version, row: row.n, values, ...(also ? { also } : {}) }
      const now = await correct({ params: { id: plan.id }, body })
      const wrong = ({ counts }: Pick<ImportPackage, 'counts'>) => counts.refused + counts.duplicate
      const [had, has] = [wrong(plan), wrong(now)] as const
      if (has < had - 1) toast.ok(t('import.corrected-many', { n: had - has }))
      else if (has < had) toast.ok(t('import.corrected', { name: row.label }))
      else if (now.counts.refused > plan.counts.refused) toast.warn(t('import.corrected-refused', { name: row.label }))
      else if (now.counts.refused < plan.counts.refused) toast.warn(t('import.corrected-twin', { name: row.label }))
      // what is still wrong is tried once more, from what was typed
      else return setAgain(true)
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
          <Button tone="primary" busy={correcting.busy} disabled={changed.length === 0} onClick={() => void send()}>
            {t('import.correct-send')}
          </Button>
        </>
      }
    >
      {problem && <ProblemView compact problem={problem} />}
      {again && (
        <p className="kit-note-warn" role="status">
          <Icon name="warn" /> <span>{t('import.corrected-not', { name: row.label })}</span>
        </p>
      )}
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
          path={path}
          field={field}
          value={values[field] ?? ''}
          onChange={(text) => setTyped((had) => ({ ...had, [field]: text }))}
        />
      ))}
      {others && changed.length > 0 && (
        <label className="kit-check">
          <input type="checkbox" className="kit-box" checked={all} onChange={(e) => setAll(e.target.checked)} />
          <span>
            {t('import.correct-all', { fields: format.list(changed.map((w) => fieldText(row.resource, w.path))) })}
          </span>
        </label>
      )}
    </Dialog>
  )
}

interface ValueProps {
  label: string
  resource: string
  path: string
  field: string
  value: string
  onChange: (text: string) => void
}
interface Option {
  value: string
  label: string
}

/** As a cell of a table has it; where there are only a few, one of them. */
function Value({ resource, path, field, ...rest }: ValueProps) {
  const line = referencedResource(resource)
  const kind = line?.fields[field]
  const named = line?.fields[path]
  // what no import makes is one of those there are
  if (named?.kind === 'ref' && named.to === 'role') return <Role {...rest} />
  if (named?.kind === 'ref' && named.to === 'org') return <Org {...rest} />
  const options =
    line && kind?.kind === 'one'
      ? kind.options.map((option) => ({ value: option, label: optionOf(line, field, option) }))
      : kind?.kind === 'flag'
        ? [
            { value: 'true', label: t('kit.yes') },
            { value: 'false', label: t('kit.no') },
          ]
        : undefined
  if (options) return <Among options={options} {...rest} />
  const { label, value, onChange } = rest
  return kind?.kind === 'list' || field === 'answer' || value.includes('\n') ? (
    <CountedTextArea label={label} value={value} max={correctMost} onChange={onChange} />
  ) : (
    <TextField {...rest} />
  )
}

type Named = Pick<ValueProps, 'label' | 'value' | 'onChange'>

function Role(props: Named) {
  const { data } = useChoices(role, { page_size: limits.pageSize.max })
  // one that ships is called by its key in files of either language
  const options = data?.items.filter((c) => !c.withheld).map((c) => ({ value: c.key || c.label, label: c.label }))
  return options ? <Among options={options} {...props} /> : <TextField {...props} />
}

/** Found by typing; of two that are called the same the way to each stands below its name. */
function Org({ label, value, onChange }: Named) {
  const { data } = useRead('GET /orgs/tree', undefined)
  const all = useMemo(() => data && orgChoices(data.items).map(byWay), [data])
  if (!all) return <TextField label={label} value={value} onChange={onChange} />
  return (
    <div className="mg-labelled">
      <span className="mg-label">{label}</span>
      <PickFixed
        aria-label={label}
        all={all}
        // one that is not there is not offered again: the reason above says what the file has
        value={all.some((c) => c.id === value) ? [value] : []}
        onChange={([way = '']) => onChange(way)}
      />
    </div>
  )
}
/** Several may have a name; the way to one is its own, and what a cell of a table has. */
const byWay = (c: Choice): Choice => ({ ...c, id: [...(c.hint?.split(' / ') ?? []), c.label].join('/') })

function Among({ label, value, options, onChange }: Named & { options: readonly Option[] }) {
  const known = options.some((o) => o.value === value)
  return (
    <div className="mg-labelled">
      <span className="mg-label">{label}</span>
      <Select
        aria-label={label}
        value={value}
        options={known ? [...options] : [{ value, label: value }, ...options]}
        onChange={onChange}
      />
    </div>
  )
}
