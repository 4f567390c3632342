import { t } from '../../i18n/index.ts'
import { DayBars } from '../../ui/chart/DayBars.tsx'

interface Day {
  day: string
  done: number
  refused: number
}
const sumOf = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)

/** Sign-ins of 30 days, refused on top of done. */
export function SignIns({ days }: { days: readonly Day[] }) {
  const [done, refused] = [days.map((d) => d.done), days.map((d) => d.refused)]
  return (
    <DayBars
      days={days.map((d) => d.day)}
      series={[
        { name: t('dashboard.sign-ins-done'), tone: 'data', values: done },
        { name: t('dashboard.sign-ins-refused'), tone: 'bad', values: refused },
      ]}
      label={t('dashboard.sign-ins-summary', { done: sumOf(done), refused: sumOf(refused) })}
      height={180}
    />
  )
}
