import './inspector.css'
import { useEffect, useRef } from 'react'
import type { Finding } from '../../../../contract/topology/finding.ts'
import { t } from '../../../../i18n/index.ts'
import { Tabs } from '../../../../ui/layout/Tabs.tsx'
import type { TopologyCommand } from '../commands/command.ts'
import { commandContextOf } from '../desk.ts'
import { type EditorState, isWritable } from '../editor.state.ts'
import { selected } from '../model/selection.ts'
import { Networks } from '../panels/Networks.tsx'
import { Problems } from '../panels/Problems.tsx'
import { useEditor, useEditorStore } from '../store.ts'
import { DocumentForm } from './DocumentForm.tsx'
import { DrawingForm } from './DrawingForm.tsx'
import { LinkForm } from './LinkForm.tsx'
import { ManyForm } from './ManyForm.tsx'
import { NodeForm } from './NodeForm.tsx'

interface InspectorProps {
  findings: readonly Finding[]
  run: (command: TopologyCommand) => void
  onChoose: (finding: Finding) => void
  /** Back to the drawing. */
  onLeave: () => void
}

const whole = (s: EditorState) => s

export function Inspector({ findings, run, onChoose, onLeave }: InspectorProps) {
  const store = useEditorStore()
  const state = useEditor(whole)
  const { panel, asked } = state
  const body = useRef<HTMLDivElement>(null)
  const writable = isWritable(state)
  useEffect(() => {
    if (asked === 0) return
    const field = body.current?.querySelector<HTMLElement>('[data-first]:not(:disabled)')
    const into = field ?? body.current
    into?.focus()
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select()
  }, [asked])
  return (
    <aside
      className="te-side"
      aria-label={t('editor.inspector')}
      onKeyDown={(e) => {
        // not that of a list that closes, nor of a dialogue that was opened from here
        if (e.key === 'Escape' && !e.defaultPrevented && e.target instanceof Node && e.currentTarget.contains(e.target))
          onLeave()
      }}
    >
      <Tabs
        label={t('editor.inspector')}
        active={panel}
        panel="te-panel"
        items={[
          { id: 'form', label: t('editor.panel.form') },
          { id: 'networks', label: t('editor.panel.networks'), count: state.history.now.networks.length },
          {
            id: 'problems',
            label: t('editor.panel.problems'),
            count: findings.length + (state.pending?.mistakes ?? 0),
          },
        ]}
        onChange={(id) => store.dispatch({ type: 'set', parts: { panel: id } })}
      />
      <div
        ref={body}
        id="te-panel"
        className="te-side-body"
        role="tabpanel"
        aria-label={t(`editor.panel.${panel}`)}
        tabIndex={-1}
      >
        {panel === 'networks' ? (
          <Networks findings={findings} writable={writable} />
        ) : panel === 'problems' ? (
          <Problems findings={findings} onChoose={onChoose} />
        ) : (
          <Form state={state} findings={findings} run={run} />
        )}
      </div>
    </aside>
  )
}

function Form({
  state,
  findings,
  run,
}: {
  state: EditorState
  findings: readonly Finding[]
  run: (command: TopologyCommand) => void
}) {
  const doc = state.history.now
  const writable = isWritable(state)
  const { nodes, links, drawings } = selected(doc, state.selection)
  const [node, link, drawing] = [nodes[0], links[0], drawings[0]]
  const count = nodes.length + links.length + drawings.length
  if (count > 1)
    return (
      <ManyForm
        count={{ nodes: nodes.length, links: links.length, drawings: drawings.length }}
        run={run}
        may={(c) => c.may(commandContextOf(state))}
      />
    )
  if (node)
    return (
      <NodeForm
        key={node.id}
        node={node}
        findings={findings.filter((f) => f.at.id === node.id || f.at.node === node.id)}
        writable={writable}
      />
    )
  if (link)
    return (
      <LinkForm
        key={link.id}
        link={link}
        doc={doc}
        findings={findings.filter((f) => f.at.id === link.id)}
        writable={writable}
      />
    )
  if (drawing) return <DrawingForm key={drawing.id} drawing={drawing} writable={writable} />
  return <DocumentForm doc={doc} editableNodes={state.editableNodes} writable={writable} />
}
