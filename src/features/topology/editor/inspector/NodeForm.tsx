import type { Finding } from '../../../../contract/topology/finding.ts'
import {
  bootedKinds,
  consoleAccessOf,
  documentLimits as most,
  isWorkplace,
  type Node,
  visibilities,
} from '../../../../contract/topology/document.ts'
import { t } from '../../../../i18n/index.ts'
import { Pick } from '../../../../kit/pick/Pick.tsx'
import { Icon } from '../../../../ui/icon/Icon.tsx'
import { changeNode } from '../model/nodes.ts'
import { kindWord, visibilityWord } from '../words.ts'
import { findingWord } from '../../../../parts/topology-view/findings.ts'
import { Area, ChoiceField, NumberField, LineField, FoldableSection, Switch } from './field.tsx'
import { NodeFileEditor, Flags } from './Contents.tsx'
import { Ports } from './Ports.tsx'
import { useDrawingWriter } from './useWriting.ts'

interface NodeFormProps {
  node: Node
  findings: readonly Finding[]
  writable: boolean
}

/** What is wrong with a field, in a sentence. */
export const errorAt = (findings: readonly Finding[], field: string): string | undefined => {
  const found = findings.find((f) => f.at.field === field)
  return found && findingWord(found)
}

export function NodeForm({ node, findings, writable }: NodeFormProps) {
  const { write, done } = useDrawingWriter()
  const disabled = !writable || node.locked
  const set = (to: Partial<Node>, field: string) => write((d) => changeNode(d, node.id, to), `${node.id} ${field}`)
  const own = findings.filter((f) => f.at.kind === 'node' && f.at.id === node.id)
  const booted = bootedKinds.has(node.kind)
  return (
    <div className="te-form">
      <header className="te-form-head">
        <span className={`te-kind te-kind-${node.kind}`}>
          <Icon name={node.kind} size={20} />
        </span>
        <span>
          <strong>{kindWord(node.kind)}</strong>
          {node.locked && <span className="te-locked">{t('editor.locked')}</span>}
        </span>
      </header>
      <LineField
        first
        label={t('editor.name')}
        value={node.name}
        most={most.name}
        disabled={disabled}
        error={errorAt(own, 'name')}
        onChange={(name) => set({ name }, 'name')}
        onDone={done}
      />
      {booted && (
        <div className="te-field">
          <span className="te-label">{t('editor.image')}</span>
          <Pick
            to="image"
            aria-label={t('editor.image')}
            value={node.image_id ? [node.image_id] : []}
            clearable
            disabled={disabled}
            onChange={([image_id = null]) => {
              set({ image_id }, 'image')
              done()
            }}
          />
          {errorAt(own, 'image_id') && <p className="mg-hint te-error">{errorAt(own, 'image_id')}</p>}
        </div>
      )}
      {booted && (
        <div className="te-field">
          <Switch
            label={t('editor.workplace')}
            value={isWorkplace(node)}
            disabled={disabled || node.visibility !== 'everybody'}
            onChange={(on) => {
              set({ console: on ? 'everybody' : 'leaders' }, 'console')
              done()
            }}
          />
          <p className="mg-hint">{t('editor.workplace_about')}</p>
        </div>
      )}
      {node.kind === 'device' && (
        <div className="te-field">
          <span className="te-label">{t('editor.device')}</span>
          <Pick
            to="physical-device"
            aria-label={t('editor.device')}
            value={node.device_id ? [node.device_id] : []}
            clearable
            disabled={disabled}
            onChange={([device_id = null]) => {
              set({ device_id }, 'device')
              done()
            }}
          />
          {errorAt(own, 'device_id') ? (
            <p className="mg-hint te-error">{errorAt(own, 'device_id')}</p>
          ) : (
            <p className="mg-hint">{t('editor.device_about')}</p>
          )}
        </div>
      )}
      {booted && (
        <div className="te-row te-row-3">
          <NumberField
            label={t('editor.cpu')}
            value={node.cpu}
            min={1}
            max={most.cpu}
            disabled={disabled}
            onChange={(cpu) => set({ cpu }, 'cpu')}
            onDone={done}
          />
          <NumberField
            label={t('editor.memory')}
            unit="MiB"
            value={node.memory}
            min={16}
            max={most.memory}
            disabled={disabled}
            onChange={(memory) => set({ memory }, 'memory')}
            onDone={done}
          />
          <NumberField
            label={t('editor.disk')}
            unit="GiB"
            value={node.disk}
            min={0}
            max={most.disk}
            disabled={disabled}
            onChange={(disk) => set({ disk }, 'disk')}
            onDone={done}
          />
        </div>
      )}
      <Ports node={node} findings={findings} disabled={disabled} />
      {booted && (
        <FoldableSection
          title={t('editor.services')}
          count={node.service_ids.length}
          open={node.service_ids.length > 0}
        >
          <Pick
            to="service"
            many
            aria-label={t('editor.services')}
            value={node.service_ids}
            disabled={disabled}
            onChange={(service_ids) => {
              set({ service_ids: service_ids.slice(0, most.services) }, 'services')
              done()
            }}
          />
          <p className="mg-hint">{t('editor.services_about')}</p>
        </FoldableSection>
      )}
      {booted && <NodeFileEditor node={node} findings={own} disabled={disabled} />}
      {booted && <Flags node={node} findings={own} disabled={disabled} />}
      <FoldableSection title={t('editor.more')}>
        <ChoiceField
          label={t('editor.visibility')}
          value={node.visibility}
          disabled={disabled}
          options={visibilities.map((value) => ({ value, label: visibilityWord(value) }))}
          onChange={(visibility) => {
            set({ visibility }, 'visibility')
            done()
          }}
        />
        {booted && (
          <ChoiceField
            label={t('editor.console')}
            value={consoleAccessOf(node)}
            disabled={disabled}
            options={visibilities.map((value) => ({ value, label: visibilityWord(value) }))}
            onChange={(console) => {
              set({ console }, 'console')
              done()
            }}
          />
        )}
        <Area
          label={t('editor.note')}
          value={node.note}
          most={most.note}
          disabled={disabled}
          onChange={(note) => set({ note }, 'note')}
          onDone={done}
        />
      </FoldableSection>
    </div>
  )
}
