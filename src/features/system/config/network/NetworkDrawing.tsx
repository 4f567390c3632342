import './network.css'
import type { PlatformNetwork } from '../../../../contract/system/network.ts'
import { format, t } from '../../../../i18n/index.ts'
import { Panel } from '../../../../ui/layout/Panel.tsx'
import { addressDiagramOf } from './drawing.logic.ts'

const percent = (share: number) => `${share * 100}%`

/** Which address stands where in the network, while it is typed. */
export function NetworkDrawing({ network }: { network: PlatformNetwork }) {
  const d = addressDiagramOf(network)
  if (!d)
    return (
      <Panel title={t('config.drawing')}>
        <p className="mg-dim">{t('config.drawing_none')}</p>
      </Panel>
    )
  return (
    <Panel
      title={t('config.drawing')}
      description={d.shown ? t('config.drawing_part', { network: d.network, shown: d.shown }) : d.network}
    >
      <figure className="network-drawing" aria-label={t('config.drawing_of', { network: d.network })}>
        <div className="network-marks">
          {d.marks.map((m) => (
            <span
              key={m.field}
              className={`network-mark network-level-${m.level}${m.at > 0.8 ? ' network-mark-left' : ''}`}
              style={{ left: percent(m.at) }}
            >
              {t(`config.place.${m.field}`)} <span className="mg-mono">{m.address}</span>
            </span>
          ))}
        </div>
        <div className="network-bar">
          {d.pool && (
            <span
              className="network-pool"
              style={{ left: percent(d.pool.from), width: percent(d.pool.to - d.pool.from) }}
            />
          )}
          {d.marks.map((m) => (
            <span key={m.field} className="network-tick" style={{ left: percent(m.at) }} />
          ))}
        </div>
        <figcaption className="network-foot mg-mono">
          <span>{d.from}</span>
          {d.pool && (
            <span className="network-key">
              <i aria-hidden /> {t('config.pool_of', { n: format.number(d.pool.addresses) })}
            </span>
          )}
          <span>{d.to}</span>
        </figcaption>
      </figure>
    </Panel>
  )
}
