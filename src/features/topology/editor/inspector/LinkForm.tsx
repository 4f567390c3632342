import type { Link, TopologyDocument } from '../../../../contract/topology/document.ts'
import type { Finding } from '../../../../contract/topology/finding.ts'
import { t } from '../../../../i18n/index.ts'
import { Icon } from '../../../../ui/icon/Icon.tsx'
import { findingWord } from '../../../../parts/topology-view/findings.ts'
import { setLabel } from '../model/links.ts'
import { ChoiceField, LineField } from './field.tsx'
import { useDrawingWriter, useJoinNetwork } from './useWriting.ts'

export function LinkForm({
  link,
  doc,
  findings,
  writable,
}: {
  link: Link
  doc: TopologyDocument
  findings: readonly Finding[]
  writable: boolean
}) {
  const { write, done } = useDrawingWriter()
  const join = useJoinNetwork()
  const ends = [link.from, link.to].map((end) => {
    const node = doc.nodes.find((n) => n.id === end.node)
    return { node, port: node?.ports.find((p) => p.id === end.port), end }
  })
  const network = ends.map((e) => e.port?.network_id).find(Boolean) ?? ''
  return (
    <div className="te-form">
      <header className="te-form-head">
        <span className="te-kind">
          <Icon name="cable" size={20} />
        </span>
        <strong>{t('editor.link')}</strong>
      </header>
      <dl className="te-facts">
        {ends.map(({ node, port }, i) => (
          <div key={i}>
            <dt>{t(i === 0 ? 'editor.link_from' : 'editor.link_to')}</dt>
            <dd>
              {node?.name ?? '—'} <span className="mg-mono mg-faint">{port?.name}</span>
            </dd>
          </div>
        ))}
      </dl>
      {findings.map((f, i) => (
        <p key={i} className="mg-error">
          <Icon name="bad" />
          {findingWord(f)}
        </p>
      ))}
      <ChoiceField
        label={t('editor.network')}
        value={network}
        disabled={!writable}
        options={[
          { value: '', label: t('editor.no_network') },
          ...doc.networks.map((n) => ({ value: n.id, label: n.name || '—' })),
        ]}
        onChange={(id) => join(link.from.node, link.from.port, id || null, [link.from.node, link.to.node])}
      />
      <LineField
        first
        label={t('editor.label')}
        value={link.label}
        most={120}
        disabled={!writable}
        onChange={(label) => write((d) => setLabel(d, link.id, label), `${link.id} label`)}
        onDone={done}
      />
      <p className="mg-hint">{t('editor.bends_hint')}</p>
    </div>
  )
}
