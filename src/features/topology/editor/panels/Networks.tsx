/** Networks of the drawing: range, gateway, DHCP; their colour is that of their links. */
import './panels.css'
import { useState } from 'react'
import { documentLimits as most, type Network, visibilities } from '../../../../contract/topology/document.ts'
import type { Finding } from '../../../../contract/topology/finding.ts'
import { t } from '../../../../i18n/index.ts'
import { colourAt, networkColour } from '../../../../parts/topology-view/colours.ts'
import { Button, IconButton } from '../../../../ui/input/Button.tsx'
import { Empty } from '../../../../ui/feedback/Empty.tsx'
import { ChoiceField, LineField, Switch } from '../inspector/field.tsx'
import { errorAt } from '../inspector/NodeForm.tsx'
import { useDrawingWriter } from '../inspector/useWriting.ts'
import { addNetwork, changeNetwork, removeNetwork } from '../model/networks.ts'
import { useEditor } from '../store.ts'
import { visibilityWord } from '../words.ts'

export function Networks({ findings, writable }: { findings: readonly Finding[]; writable: boolean }) {
  const doc = useEditor((s) => s.history.now)
  const { write } = useDrawingWriter()
  const members = new Map<string, number>()
  for (const n of doc.nodes)
    for (const id of new Set(n.ports.map((p) => p.network_id))) if (id) members.set(id, (members.get(id) ?? 0) + 1)
  return (
    <div className="te-panel">
      <div className="te-panel-head">
        <span className="mg-dim">{t('editor.networks_about')}</span>
        <Button
          size="small"
          icon="plus"
          data-first
          disabled={!writable || doc.networks.length >= most.networks}
          onClick={() => write((d) => addNetwork(d).doc)}
        >
          {t('editor.add_network')}
        </Button>
      </div>
      {doc.networks.length === 0 && (
        <Empty compact icon="network" title={t('editor.no_networks')}>
          {t('editor.no_networks_about')}
        </Empty>
      )}
      {doc.networks.map((network, i) => (
        <NetworkForm
          key={network.id}
          network={network}
          place={i}
          members={members.get(network.id) ?? 0}
          findings={findings.filter((f) => f.at.kind === 'network' && f.at.id === network.id)}
          writable={writable}
        />
      ))}
    </div>
  )
}

interface NetworkFormProps {
  network: Network
  /** Among the networks of the drawing. */
  place: number
  members: number
  findings: readonly Finding[]
  writable: boolean
}

function NetworkForm({ network, place, members, findings, writable }: NetworkFormProps) {
  const { write, done } = useDrawingWriter()
  const [open, setOpen] = useState(false)
  const set = (to: Partial<Network>, field: string) =>
    write((d) => changeNetwork(d, network.id, to), `${network.id} ${field}`)
  const at = (field: string) => errorAt(findings, field)
  return (
    <fieldset className="te-network" disabled={!writable} aria-label={network.name}>
      <div className="te-network-head">
        <span className="te-swatch" style={{ background: networkColour(network, place) }} />
        <LineField
          bare
          label={t('editor.network_name')}
          value={network.name}
          most={most.name}
          error={at('name')}
          onChange={(name) => set({ name }, 'name')}
          onDone={done}
        />
        <LineField
          bare
          mono
          label={t('editor.cidr')}
          value={network.cidr}
          placeholder="10.1.1.0/24"
          most={64}
          error={at('cidr')}
          onChange={(cidr) => set({ cidr: cidr.trim() }, 'cidr')}
          onDone={done}
        />
        <IconButton
          size="small"
          icon={open ? 'chevron-up' : 'chevron-down'}
          label={t('editor.network_more', { name: network.name })}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        />
      </div>
      <div className="te-network-line">
        <span className="mg-faint">{t('editor.network_members', { n: members })}</span>
        {!open && network.gateway && (
          <span className="mg-faint mg-mono">{t('editor.gateway_short', { gateway: network.gateway })}</span>
        )}
        {!open && network.dhcp && <span className="te-chip">DHCP</span>}
      </div>
      {(open || at('gateway')) && (
        <>
          <LineField
            mono
            label={t('editor.gateway')}
            value={network.gateway}
            placeholder={t('editor.gateway_none')}
            most={64}
            error={at('gateway')}
            onChange={(gateway) => set({ gateway: gateway.trim() }, 'gateway')}
            onDone={done}
          />
          <div className="te-row">
            <ChoiceField
              label={t('editor.visibility')}
              value={network.visibility}
              options={visibilities.map((value) => ({ value, label: visibilityWord(value) }))}
              onChange={(visibility) => set({ visibility }, 'visibility')}
            />
            <Switch label={t('editor.dhcp')} value={network.dhcp} onChange={(dhcp) => set({ dhcp }, 'dhcp')} />
          </div>
          <div className="te-colours" role="group" aria-label={t('editor.colour')}>
            {Array.from({ length: most.colours }, (_, i) => (
              <button
                key={i}
                type="button"
                className="te-colour"
                style={{ background: colourAt(i) }}
                aria-label={t('editor.colour_n', { n: i + 1 })}
                aria-pressed={(network.colour ?? place % most.colours) === i}
                onClick={() => {
                  set({ colour: i }, 'colour')
                  done()
                }}
              />
            ))}
          </div>
          <Button size="small" icon="trash" onClick={() => write((d) => removeNetwork(d, network.id))}>
            {t('editor.remove_network')}
          </Button>
        </>
      )}
    </fieldset>
  )
}
