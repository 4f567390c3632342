/** Lines by node over time. Only the pieces of the chart library that are drawn are loaded; colours are the theme's. */
import Axis from 'bizcharts/es/components/Axis'
import Chart from 'bizcharts/es/components/Chart'
import Legend from 'bizcharts/es/components/Legend'
import Tooltip from 'bizcharts/es/components/Tooltip'
import Line from 'bizcharts/es/geometry/Line'
import { useLayoutEffect, useRef, useState } from 'react'
import { format } from '../../../../i18n/index.ts'
import { type ChartTokens, chartTokens } from '../../../../theme/chart.ts'
import type { Point } from '../metrics.logic.ts'

interface LineChartProps {
  points: readonly Point[]
  height: number
  theme: string
  /** 0 to 100 whatever the values. */
  percent: boolean
  textOf: (value: number) => string
}

export default function LineChart({ points, height, theme, percent, textOf }: LineChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const [tokens, setTokens] = useState<ChartTokens>()
  useLayoutEffect(() => {
    if (place.current) setTokens(chartTokens(place.current))
  }, [theme])
  return (
    <div ref={place}>
      {tokens && (
        <Chart
          key={theme}
          autoFit
          height={height}
          data={points as Point[]}
          padding="auto"
          animate={false}
          pure
          scale={{
            at: { type: 'time', formatter: (v: number) => format.time(v), tickCount: 5 },
            value: { min: 0, nice: true, tickCount: 4, formatter: textOf, ...(percent ? { max: 100 } : {}) },
          }}
        >
          <Axis
            name="at"
            label={{ style: { fill: tokens.dim } }}
            line={{ style: { stroke: tokens.line } }}
            tickLine={null}
          />
          <Axis
            name="value"
            label={{ style: { fill: tokens.dim } }}
            grid={{ line: { style: { stroke: tokens.line, lineDash: [2, 3] } } }}
          />
          <Legend
            position="bottom"
            itemName={{ style: { fill: tokens.text } }}
            pageNavigator={{
              marker: { style: { fill: tokens.dim, inactiveFill: tokens.line, size: 10 } },
              text: { style: { fill: tokens.dim } },
            }}
          />
          <Tooltip
            shared
            showCrosshairs
            domStyles={{
              'g2-tooltip': {
                background: tokens.panel,
                color: tokens.text,
                border: `1px solid ${tokens.line}`,
                boxShadow: 'none',
              },
            }}
          />
          <Line position="at*value" color={['node', tokens.data]} size={1.5} connectNulls={false} />
        </Chart>
      )}
    </div>
  )
}
