/** The rule of a flag, and a box to try a flag on it before it is saved. */
import { useState } from 'react'
import { entropyOf, randomMark } from '../../../contract/bank/flag.ts'
import { flagKinds, flagLimits, flagNeeds, flagOwners } from '../../../contract/bank/question.ts'
import { t } from '../../../i18n/index.ts'
import { useWrite } from '../../../kit/data/api.ts'
import type { ControlProps } from '../../../kit/form/declare.ts'
import { NumberInput } from '../../../kit/form/NumberInput.tsx'
import { Select } from '../../../ui/input/Select.tsx'
import { type AppProblem, problemOf } from '../../../lib/problem.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { TextField } from '../../../ui/input/TextField.tsx'
import { EntryListEditor } from './Entries.tsx'
import { isOneOf, isRecord } from '../../../contract/lib/typed.ts'
import type { z } from 'zod'
import type { FlagRule } from '../../../contract/bank/question.schema.ts'

interface Value {
  value: string
  ignore_case: boolean
}
/** A rule as it is being written: its figures may not be right yet. */
interface Rule {
  kind: (typeof flagKinds)[number]
  value?: string
  pattern?: string
  ignore_case?: boolean
  values?: readonly Value[]
  need?: (typeof flagNeeds)[number]
  template?: string
  length?: number | string | null
  per?: (typeof flagOwners)[number]
}
const fresh: Record<Rule['kind'], Rule> = {
  static: { kind: 'static', value: '', ignore_case: false },
  regex: { kind: 'regex', pattern: '', ignore_case: false },
  list: { kind: 'list', values: [{ value: '', ignore_case: false }], need: 'any' },
  dynamic: { kind: 'dynamic', template: `flag{${randomMark}}`, length: 32, per: 'user' },
}

const isRule = (value: unknown): value is Rule => isRecord(value) && isOneOf(flagKinds, value['kind'])

export function FlagControl({ value, disabled, row, onChange }: ControlProps) {
  const rule = isRule(value) ? value : fresh.static
  const put = (more: Partial<Rule>) => onChange({ ...rule, ...more })
  return (
    <div className="mg-form">
      <Select
        className="kit-short"
        aria-label={t('bank.flag_kind')}
        disabled={disabled}
        value={rule.kind}
        options={flagKinds.map((kind) => ({ value: kind, label: t(`bank.flag_${kind}`) }))}
        onChange={(kind) => onChange(fresh[kind])}
      />
      <Parts rule={rule} put={put} disabled={disabled} />
      <Try rule={rule} id={row?.id ?? null} />
    </div>
  )
}

interface PartsProps {
  rule: Rule
  put: (more: Partial<Rule>) => void
  disabled: boolean
}
function Parts({ rule, put, disabled }: PartsProps) {
  const box = (checked: boolean, change: (on: boolean) => void) => (
    <label className="bank-choice">
      <input type="checkbox" disabled={disabled} checked={checked} onChange={(e) => change(e.target.checked)} />
      {t('bank.flag_ignore_case')}
    </label>
  )
  const own = box(rule.ignore_case === true, (ignore_case) => put({ ignore_case }))
  if (rule.kind === 'static')
    return (
      <>
        <TextField
          label={t('bank.flag_value')}
          required
          disabled={disabled}
          value={rule.value ?? ''}
          onChange={(v) => put({ value: v })}
        />
        {own}
      </>
    )
  if (rule.kind === 'regex')
    return (
      <>
        <TextField
          label={t('bank.flag_pattern')}
          hint={t('bank.flag_pattern_hint')}
          required
          disabled={disabled}
          value={rule.pattern ?? ''}
          onChange={(pattern) => put({ pattern })}
        />
        {own}
      </>
    )
  if (rule.kind === 'list')
    return (
      <>
        <Select
          className="kit-short"
          aria-label={t('bank.flag_need')}
          disabled={disabled}
          value={rule.need ?? 'any'}
          options={flagNeeds.map((need) => ({ value: need, label: t(`bank.flag_${need}`) }))}
          onChange={(need) => put({ need })}
        />
        <EntryListEditor<Value>
          value={rule.values}
          blank={() => ({ value: '', ignore_case: false })}
          add={t('bank.flag_add')}
          most={50}
          disabled={disabled}
          onChange={(values) => put({ values })}
          name={(n) => t('bank.flag_value_n', { n })}
        >
          {(v, change, n) => (
            <>
              <input
                className="mg-field"
                aria-label={t('bank.flag_value_n', { n })}
                disabled={disabled}
                value={v.value}
                onChange={(e) => change({ ...v, value: e.target.value })}
              />
              {box(v.ignore_case, (ignore_case) => change({ ...v, ignore_case }))}
            </>
          )}
        </EntryListEditor>
      </>
    )
  const template = rule.template ?? ''
  const length = typeof rule.length === 'number' ? rule.length : 0
  return (
    <>
      <TextField
        label={t('bank.flag_template')}
        hint={t('bank.flag_template_hint', { mark: randomMark })}
        required
        maxLength={flagLimits.most}
        disabled={disabled}
        value={template}
        onChange={(v) => put({ template: v })}
      />
      <p className="mg-hint">
        {t('bank.flag_text_hint', { mark: '{flag}', others: '{flag|base64}, {flag|hex}, {flag|rot13}' })}
      </p>
      <div className="bank-line">
        <label className="bank-choice">
          {t('bank.flag_length')}
          <NumberInput
            className="mg-field bank-figure"
            disabled={disabled}
            value={rule.length}
            onChange={(v) => put({ length: v })}
          />
        </label>
        <span className="mg-dim mg-num">{t('bank.flag_bits', { bits: entropyOf({ template, length }) })}</span>
        <Select
          aria-label={t('bank.flag_per')}
          disabled={disabled}
          value={rule.per ?? 'user'}
          options={flagOwners.map((per) => ({ value: per, label: t(`bank.flag_${per}`) }))}
          onChange={(per) => put({ per })}
        />
      </div>
    </>
  )
}

function Try({ rule, id }: { rule: Rule; id: string | null }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<AppProblem>()
  const [found, setFound] = useState<{ right: boolean; slow: boolean; example: string | null }>()
  const [run, { busy }] = useWrite('POST /flag-challenges/try')
  const go = async () => {
    setProblem(undefined)
    setFound(undefined)
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is not right yet the server refuses
      setFound(await run({ body: { id, flag: rule as z.input<typeof FlagRule>, text } }))
    } catch (e) {
      setProblem(problemOf(e))
    }
  }
  return (
    <div className="bank-try">
      <TextField label={t('bank.try')} value={text} onChange={setText} autoComplete="off" />
      <Button icon="play" busy={busy} onClick={() => void go()}>
        {t('bank.try_it')}
      </Button>
      <p role="status" className={found?.right ? 'bank-right' : 'mg-dim'}>
        {found && t(found.slow ? 'bank.try_slow' : found.right ? 'bank.try_right' : 'bank.try_wrong')}
        {found?.example && <> {t('bank.try_example', { example: found.example })}</>}
      </p>
      {problem && <ProblemView compact problem={problem} />}
    </div>
  )
}
