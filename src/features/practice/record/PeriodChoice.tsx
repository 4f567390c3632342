import '../../../ui/Field.css'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { Chips } from '../../../ui/Chips.tsx'
import { lately, type Period, periods } from './period.logic.ts'

interface PeriodChoiceProps {
  value: Period
  onChange: (period: Period) => void
}

/** The last days, or any days. */
export function PeriodChoice({ value, onChange }: PeriodChoiceProps) {
  const [chosen, setChosen] = useState<(typeof periods)[number]>()
  const day = (which: 'from' | 'to') => (
    <label className="practice-day">
      <span className="mg-dim">{t(`practice.day_${which}`)}</span>
      <input
        type="date"
        className="mg-field"
        value={value[which] ?? ''}
        onChange={(e) => {
          const { [which]: _old, ...rest } = value
          setChosen(undefined)
          onChange(e.target.value ? { ...rest, [which]: e.target.value } : rest)
        }}
      />
    </label>
  )
  return (
    <>
      <Chips
        label={t('practice.period')}
        value={chosen}
        items={[undefined, ...periods].map((p) => ({
          value: p,
          label: p ? t(`practice.period.${p}`) : t('practice.period.ever'),
        }))}
        onChange={(p) => {
          setChosen(p)
          onChange(p ? lately(p, new Date()) : {})
        }}
      />
      {day('from')}
      {day('to')}
    </>
  )
}
