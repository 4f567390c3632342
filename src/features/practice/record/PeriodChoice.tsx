import { t } from '../../../i18n/index.ts'
import { DateInput } from '../../../ui/input/dates/DateInput.tsx'
import { isDay } from '../../../kit/resource/value.logic.ts'
import { Chips } from '../../../ui/data/Chips.tsx'
import { useNow } from '../../../ui/data/useNow.ts'
import { lately, type Period, periods } from './period.logic.ts'

interface PeriodChoiceProps {
  value: Period
  onChange: (period: Period) => void
}

/** The last days, or any days. */
export function PeriodChoice({ value, onChange }: PeriodChoiceProps) {
  const now = useNow(3_600_000)
  const chosen = periods.find((p) => {
    const { from, to } = lately(p, now)
    return from === value.from && to === value.to
  })
  const day = (which: 'from' | 'to') => (
    <span className="practice-day">
      <span className="mg-dim">{t(`practice.day_${which}`)}</span>
      <DateInput
        aria-label={t(`practice.day_${which}`)}
        value={value[which] ?? ''}
        onChange={(day) => {
          const { [which]: _old, ...rest } = value
          // what is no date is told by the field and asks for nothing
          onChange(isDay(day) ? { ...rest, [which]: day } : rest)
        }}
      />
    </span>
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
        onChange={(p) => onChange(p ? lately(p, now) : {})}
      />
      <span className="practice-days">
        {day('from')}
        {day('to')}
      </span>
    </>
  )
}
