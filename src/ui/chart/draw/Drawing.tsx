/** Draws a chart. Only the pieces of the library that are used are loaded; colours are the theme's. */
import MarkLine from 'bizcharts/es/components/Annotation/line'
import MarkText from 'bizcharts/es/components/Annotation/text'
import Axis from 'bizcharts/es/components/Axis'
import Frame from 'bizcharts/es/components/Chart'
import Coordinate from 'bizcharts/es/components/Coordinate'
import Tooltip from 'bizcharts/es/components/Tooltip'
import Area from 'bizcharts/es/geometry/Area'
import Interval from 'bizcharts/es/geometry/Interval'
import Line from 'bizcharts/es/geometry/Line'
import Polygon from 'bizcharts/es/geometry/Polygon'
import { useLayoutEffect, useRef, useState } from 'react'
import { type ChartTokens, chartTokens } from '../../../theme/chart.ts'
import type { ChartMark, ChartProps } from '../Chart.tsx'
import { type ChartAxis, type ChartPoint, coloursOf, chartPointsOf, topOf } from '../chart.logic.ts'

interface DrawingProps extends ChartProps {
  /** Series that are not shown. */
  left: readonly string[]
  text: (value: number) => string
}

/** The theme's colours where it is drawn, read again when the theme changes. */
function useTokens() {
  const place = useRef<HTMLDivElement>(null)
  const [tokens, setTokens] = useState<ChartTokens>()
  useLayoutEffect(() => {
    const at = place.current
    const root = at?.closest('.mg-app') ?? at
    if (!at || !root) return undefined
    const read = () => setTokens(chartTokens(at))
    read()
    const watch = new MutationObserver(read)
    watch.observe(root, { attributes: true, attributeFilter: ['class'] })
    return () => watch.disconnect()
  }, [])
  return [place, tokens] as const
}

export default function Drawing(props: DrawingProps) {
  const [place, tokens] = useTokens()
  return <div ref={place}>{tokens && <Drawn {...props} tokens={tokens} />}</div>
}

/** Scale of the axis the values stand along. */
function alongOf({ time, from, to, text, tick = text, values }: ChartAxis) {
  if (from !== undefined && to !== undefined)
    return { type: 'linear' as const, min: from, max: to, formatter: tick, nice: false }
  return time
    ? { type: 'time' as const, formatter: text, tickCount: 5 }
    : { type: 'cat' as const, formatter: text, values: [...values] }
}

function Drawn({
  kind,
  axis,
  series,
  left,
  text,
  max,
  height,
  marks = [],
  tones,
  tokens,
}: DrawingProps & { tokens: ChartTokens }) {
  const colours = coloursOf(
    series.map((s) => s.tone),
    tokens,
  )
  const standing = series.filter((s) => !left.includes(s.name))
  // the library lays the last at the bottom: the first belongs there
  const shown = kind === 'bar' || kind === 'area' ? standing.toReversed() : standing
  const own = shown.map((s) => colours[series.indexOf(s)] ?? tokens.accent)
  const byBar = tones && new Map(coloursOf(tones, tokens).map((colour, i) => [axis.values[i], colour]))
  const bars = byBar
    ? (['x', (x: string | number) => byBar.get(x) ?? tokens.accent] as const)
    : (['series', own] as const)
  const stacked = [{ type: 'stack' as const }]
  const whole = shown.every((s) => s.values.every((v) => v === null || Number.isInteger(v)))
  const top = max ?? topOf(axis, shown)
  const label = { style: { fill: tokens.dim } }
  return (
    <Frame
      // what is drawn is made anew with the theme and with what the keys leave out
      key={[tokens.text, ...shown.map((s) => s.name)].join('|')}
      autoFit
      height={height}
      // a cell of which nothing is known is none, not an empty one
      data={chartPointsOf(axis, shown).filter((p) => kind !== 'heat' || p.y !== null)}
      padding="auto"
      // the name below the last bar is wider than the bar
      appendPadding={[10, kind === 'bar' ? 28 : 4, 0, 0]}
      animate={false}
      pure
      scale={{
        x: alongOf(axis),
        y: {
          min: 0,
          // the parts of a whole fill it
          nice: kind !== 'pie',
          formatter: text,
          ...(top < 4 && whole ? { tickInterval: 1 } : { tickCount: 4 }),
          ...(max === undefined ? {} : { max }),
        },
      }}
    >
      {kind === 'pie' && <Coordinate type="theta" radius={0.9} innerRadius={0.6} />}
      {kind === 'radar' && <Coordinate type="polar" radius={0.8} />}
      {kind !== 'pie' && (
        <Axis
          name="x"
          label={{ ...label, autoHide: { type: 'equidistance', cfg: { minGap: 8 } } }}
          line={{ style: { stroke: tokens.line } }}
          tickLine={null}
          grid={kind === 'radar' ? { line: { style: { stroke: tokens.line } } } : null}
        />
      )}
      {kind === 'heat' ? (
        <Axis name="series" label={label} grid={null} />
      ) : (
        <Axis
          name="y"
          visible={kind !== 'pie'}
          label={label}
          grid={{ line: { style: { stroke: tokens.line, lineDash: [2, 3] } } }}
        />
      )}
      <Tooltip
        shared={kind !== 'pie' && kind !== 'heat'}
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the chart draws these points
        title={(_, at) => axis.text((at as ChartPoint).x)}
        showCrosshairs={kind === 'line' || kind === 'area'}
        domStyles={{
          'g2-tooltip': {
            background: tokens.panel,
            color: tokens.text,
            border: `1px solid ${tokens.line}`,
            boxShadow: 'none',
          },
        }}
      />
      {(kind === 'line' || kind === 'radar') && (
        <Line position="x*y" color={['series', own]} size={1.5} connectNulls={false} />
      )}
      {kind === 'radar' && <Area position="x*y" color={['series', own]} />}
      {kind === 'area' && <Area position="x*y" color={['series', own]} adjust={stacked} />}
      {(kind === 'bar' || kind === 'histogram') && (
        <Interval
          position="x*y"
          color={[...bars]}
          adjust={stacked}
          columnWidthRatio={kind === 'histogram' ? 0.95 : 0.7}
        />
      )}
      {kind === 'pie' && (
        <Interval
          position="y"
          color={['x', coloursOf(tones ?? axis.values.map(() => undefined), tokens)]}
          adjust={stacked}
        />
      )}
      {kind === 'heat' && <Polygon position="x*series" color={['y', `${tokens.panel}-${tokens.accent}`]} />}
      {marks.map((m) => (
        <Mark key={`${m.label} ${m.at} ${m.tone}`} mark={m} tokens={tokens} />
      ))}
    </Frame>
  )
}

function Mark({ mark: { at, label, tone, dashed }, tokens }: { mark: ChartMark; tokens: ChartTokens }) {
  const colour = tone && tone !== 'data' ? tokens[tone] : tokens.text
  return (
    <>
      <MarkLine
        start={[at, 'min']}
        end={[at, 'max']}
        style={{ stroke: colour, lineWidth: dashed ? 1 : 2, ...(dashed ? { lineDash: [4, 3] } : {}) }}
      />
      {label && (
        <MarkText
          position={[at, 'max']}
          content={label}
          style={{ fill: colour, textAlign: 'center', fontWeight: 600 }}
          offsetY={-8}
        />
      )}
    </>
  )
}
