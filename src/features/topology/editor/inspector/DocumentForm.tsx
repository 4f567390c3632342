/** Form of the drawing itself: how far apart its scenes are kept, and what it asks for. */
import { isolations, type TopologyDocument } from '../../../../contract/topology/document.ts'
import { t } from '../../../../i18n/index.ts'
import { Icon } from '../../../../ui/icon/Icon.tsx'
import { withParts } from '../model/change.ts'
import { isolationWord } from '../words.ts'
import { useDrawingWriter } from './useWriting.ts'

export function DocumentForm({
  doc,
  editableNodes,
  writable,
}: {
  doc: TopologyDocument
  editableNodes: number | null
  writable: boolean
}) {
  const { write, done } = useDrawingWriter()
  const { length: nodes } = doc.nodes
  const points = doc.nodes.reduce((sum, n) => sum + n.flags.reduce((s, f) => s + f.points, 0), 0)
  const sum = (of: 'cpu' | 'memory' | 'disk') =>
    doc.nodes.reduce((s, n) => s + (n.kind === 'switch' || n.kind === 'internet' || n.kind === 'device' ? 0 : n[of]), 0)
  const facts: [string, string | number][] = [
    [t('editor.nodes'), editableNodes === null ? nodes : `${nodes} / ${editableNodes}`],
    [t('editor.links'), doc.links.length],
    [t('editor.networks'), doc.networks.length],
    [t('editor.cpu'), sum('cpu')],
    [t('editor.memory'), `${Math.round((sum('memory') / 1024) * 10) / 10} GiB`],
    [t('editor.disk'), `${sum('disk')} GiB`],
    [t('editor.points'), points],
  ]
  return (
    <div className="te-form">
      <header className="te-form-head">
        <span className="te-kind">
          <Icon name="network" size={20} />
        </span>
        <strong>{t('editor.document')}</strong>
      </header>
      <fieldset className="te-modes" disabled={!writable}>
        <legend className="te-label">{t('editor.isolation_label')}</legend>
        {isolations.map((isolation) => (
          <label key={isolation} className="te-mode">
            <input
              type="radio"
              name="isolation"
              checked={doc.isolation === isolation}
              onChange={() => {
                write((d) => withParts(d, { isolation }))
                done()
              }}
            />
            <span>
              {isolationWord(isolation)}
              <small>{t(`editor.isolation_about.${isolation}`)}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <dl className="te-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="mg-num">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
