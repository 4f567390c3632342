import { format, t } from '../../i18n/index.ts'
import { DayBars } from '../../ui/DayBars.tsx'

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
        { label: t('dashboard.sign-ins-done'), tone: 'data', values: done },
        { label: t('dashboard.sign-ins-refused'), tone: 'bad', values: refused },
      ]}
      summary={t('dashboard.sign-ins-summary', { done: sumOf(done), refused: sumOf(refused) })}
      told={(day, [d = 0, r = 0]) => t('dashboard.sign-ins-day', { day: format.day(day), done: d, refused: r })}
      height={150}
    />
  )
}
