import type { Finding } from '../../../../contract/topology/finding.ts'
import {
  documentLimits as most,
  type Node,
  type Port,
  portAccesses,
  portTypes,
} from '../../../../contract/topology/document.ts'
import { t } from '../../../../i18n/index.ts'
import { networkColour } from '../../../../parts/topology-view/colours.ts'
import { IconButton } from '../../../../ui/input/Button.tsx'
import { addPort, changePort, removePort } from '../model/nodes.ts'
import { useEditor } from '../store.ts'
import { accessWord, portTypeWord } from '../words.ts'
import { ChoiceField, LineField, FoldableSection } from './field.tsx'
import { errorAt } from './NodeForm.tsx'
import { suggestedAddress } from './suggest.ts'
import { useDrawingWriter, useJoinNetwork } from './useWriting.ts'

interface PortsProps {
  node: Node
  findings: readonly Finding[]
  disabled: boolean
}

export function Ports({ node, findings, disabled }: PortsProps) {
  const { write } = useDrawingWriter()
  return (
    <FoldableSection
      title={t('editor.ports')}
      count={node.ports.length}
      end={
        <IconButton
          size="small"
          icon="plus"
          label={t('editor.add_port')}
          disabled={disabled || node.ports.length >= most.ports}
          onClick={() => write((d) => addPort(d, node.id))}
        />
      }
    >
      {node.ports.length === 0 && <p className="mg-hint">{t('editor.no_ports')}</p>}
      {node.ports.map((port) => (
        <PortForm
          key={port.id}
          node={node}
          port={port}
          findings={findings.filter((f) => f.at.kind === 'port' && f.at.id === port.id)}
          disabled={disabled}
        />
      ))}
    </FoldableSection>
  )
}

function PortForm({
  node,
  port,
  findings,
  disabled,
}: {
  node: Node
  port: Port
  findings: readonly Finding[]
  disabled: boolean
}) {
  const { write, done } = useDrawingWriter()
  const join = useJoinNetwork()
  const doc = useEditor((s) => s.history.now)
  const set = (to: Partial<Port>, field: string) =>
    write((d) => changePort(d, node.id, port.id, to), `${node.id} ${port.id} ${field}`)
  const at = doc.networks.findIndex((n) => n.id === port.network_id)
  const network = doc.networks[at]
  const addressed = node.kind !== 'switch'
  return (
    <fieldset className="te-port" aria-label={port.name} disabled={disabled}>
      <div className="te-port-head">
        <span className="te-swatch" style={network && { background: networkColour(network, at) }} />
        <LineField
          bare
          label={t('editor.port_name')}
          value={port.name}
          mono
          error={errorAt(findings, 'name')}
          onChange={(name) => set({ name }, 'name')}
          onDone={done}
        />
        <ChoiceField
          bare
          label={t('editor.network')}
          value={port.network_id ?? ''}
          options={[
            { value: '', label: t('editor.no_network') },
            ...doc.networks.map((n) => ({ value: n.id, label: n.name || '—' })),
          ]}
          onChange={(id) => join(node.id, port.id, id || null)}
        />
        <IconButton
          size="small"
          icon="trash"
          label={t('editor.remove_port', { name: port.name })}
          onClick={() => write((d) => removePort(d, node.id, port.id))}
        />
      </div>
      {addressed && (
        <div className="te-port-address">
          <LineField
            bare
            mono
            label={t('editor.address')}
            value={port.address}
            placeholder={port.network_id ? t('editor.by_dhcp') : t('editor.address')}
            error={errorAt(findings, 'address')}
            onChange={(address) => set({ address: address.trim() }, 'address')}
            onDone={done}
          />
          <IconButton
            size="small"
            icon="spark"
            label={t('editor.suggest_address')}
            disabled={disabled || port.network_id === null}
            onClick={() => {
              const address = suggestedAddress(doc, node, port)
              if (address) set({ address }, 'address')
              done()
            }}
          />
        </div>
      )}
      <details className="te-port-more">
        <summary>
          {portTypeWord(port.type)} · {accessWord(port.access)}
          {port.mac && <span className="mg-mono"> · {port.mac}</span>}
        </summary>
        <div className="te-row">
          <ChoiceField
            label={t('editor.type')}
            value={port.type}
            options={portTypes.map((value) => ({ value, label: portTypeWord(value) }))}
            onChange={(type) => set({ type }, 'type')}
          />
          <ChoiceField
            label={t('editor.access_label')}
            value={port.access}
            options={portAccesses.map((value) => ({ value, label: accessWord(value) }))}
            onChange={(access) => set({ access }, 'access')}
          />
        </div>
        <LineField
          mono
          label={t('editor.mac')}
          value={port.mac}
          most={17}
          placeholder={t('editor.mac_given')}
          error={errorAt(findings, 'mac')}
          onChange={(mac) => set({ mac: mac.trim() }, 'mac')}
          onDone={done}
        />
      </details>
    </fieldset>
  )
}
