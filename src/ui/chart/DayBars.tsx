import { Chart } from './Chart.tsx'
import { dayBars, type DayBarsProps } from './dayBars.ts'

export const DayBars = (props: DayBarsProps) => <Chart {...dayBars(props)} />
