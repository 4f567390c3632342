import { format, t } from '../../i18n/index.ts'

interface Day {
  day: string
  done: number
  refused: number
}
const height = 150
const step = 20

/** Bars of 30 days, refused on top of done; every bar says its figures, and the whole has a sentence for those who do not look. */
export function SignIns({ days }: { days: readonly Day[] }) {
  const most = Math.max(1, ...days.map((d) => d.done + d.refused))
  const scale = (n: number) => (n / most) * (height - 10)
  const total = days.reduce((s, d) => ({ done: s.done + d.done, refused: s.refused + d.refused }), {
    done: 0,
    refused: 0,
  })
  const width = days.length * step
  return (
    <figure className="sign-ins" style={{ margin: 0 }}>
      <svg
        viewBox={`0 0 ${width} ${height + 18}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('dashboard.sign-ins-summary', total)}
      >
        <line className="sign-ins-axis" x1="0" x2={width} y1={height} y2={height} />
        {days.map((d, i) => (
          <g key={d.day}>
            <title>{t('dashboard.sign-ins-day', { day: format.day(d.day), done: d.done, refused: d.refused })}</title>
            <rect fill="transparent" x={i * step} y={0} width={step} height={height} />
            <rect
              className="sign-ins-done"
              x={i * step + 3}
              y={height - scale(d.done)}
              width={step - 6}
              height={scale(d.done)}
            />
            <rect
              className="sign-ins-refused"
              x={i * step + 3}
              y={height - scale(d.done + d.refused)}
              width={step - 6}
              height={scale(d.refused)}
            />
          </g>
        ))}
      </svg>
      <figcaption className="sign-ins-legend">
        <span>
          <i className="sign-ins-key" aria-hidden />
          {t('dashboard.sign-ins-done')} <b className="mg-num">{format.number(total.done)}</b>
        </span>
        <span>
          <i className="sign-ins-key refused" aria-hidden />
          {t('dashboard.sign-ins-refused')} <b className="mg-num">{format.number(total.refused)}</b>
        </span>
        <span className="mg-faint" style={{ marginLeft: 'auto' }}>
          {days[0] && format.day(days[0].day)} – {days.at(-1) && format.day(days.at(-1)?.day ?? '')}
        </span>
      </figcaption>
    </figure>
  )
}
