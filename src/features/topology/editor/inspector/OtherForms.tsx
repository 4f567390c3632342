/** Forms of links, notes, boxes, of several things at once, and of the drawing itself. */
import { isolations, type Drawing, type Link, type TopologyDocument } from '../../../../contract/topology/document.ts'
import type { Finding } from '../../../../contract/topology/finding.ts'
import { t } from '../../../../i18n/index.ts'
import { Button, IconButton } from '../../../../ui/Button.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import type { Command } from '../commands/command.ts'
import { commandOf } from '../commands/commands.ts'
import { changeDrawing } from '../model/drawings.ts'
import { setLabel } from '../model/links.ts'
import { withParts } from '../model/change.ts'
import { joinAll } from '../model/networks.ts'
import { isolationWord, kindWord, toneWord } from '../words.ts'
import { findingWord } from '../findings.ts'
import { Area, Choice, Line } from './field.tsx'
import { useWriting } from './useWriting.ts'

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
  const { write, done } = useWriting()
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
      <Choice
        label={t('editor.network')}
        value={network}
        disabled={!writable}
        options={[
          { value: '', label: t('editor.no_network') },
          ...doc.networks.map((n) => ({ value: n.id, label: n.name || '—' })),
        ]}
        onChange={(id) => {
          write((d) => joinAll(d, link.from.node, link.from.port, id || null))
          done()
        }}
      />
      <Line
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

const tones = ['plain', 'info', 'good', 'warn', 'bad'] as const

export function DrawingForm({ drawing, writable }: { drawing: Drawing; writable: boolean }) {
  const { write, done } = useWriting()
  const set = (to: Partial<Drawing>, field: string) =>
    write((d) => changeDrawing(d, drawing.id, to), `${drawing.id} ${field}`)
  const text = drawing.kind === 'note'
  return (
    <div className="te-form">
      <header className="te-form-head">
        <span className="te-kind">
          <Icon name={drawing.kind} size={20} />
        </span>
        <strong>{kindWord(drawing.kind)}</strong>
      </header>
      {text ? (
        <Area
          first
          label={t('editor.text')}
          rows={6}
          most={2000}
          value={drawing.text}
          disabled={!writable}
          onChange={(v) => set({ text: v }, 'text')}
          onDone={done}
        />
      ) : (
        <Line
          first
          label={t('editor.title')}
          most={120}
          value={drawing.text}
          disabled={!writable}
          onChange={(v) => set({ text: v }, 'text')}
          onDone={done}
        />
      )}
      <fieldset className="te-tones" disabled={!writable}>
        <legend className="te-label">{t('editor.colour')}</legend>
        {tones.map((tone) => (
          <label key={tone} className={`te-tone te-tone-${tone}`} title={toneWord(tone)}>
            <input
              type="radio"
              className="mg-sr"
              name="tone"
              checked={drawing.tone === tone}
              onChange={() => set({ tone }, 'tone')}
            />
            <span className="mg-sr">{toneWord(tone)}</span>
          </label>
        ))}
      </fieldset>
    </div>
  )
}

interface ManyProps {
  count: { nodes: number; links: number; drawings: number }
  run: (command: Command) => void
  may: (command: Command) => boolean
}

const ordering = [
  'align_left',
  'align_centre',
  'align_right',
  'align_top',
  'align_middle',
  'align_bottom',
  'space_across',
  'space_down',
]
const acts = ['group', 'duplicate', 'stamp', 'straighten', 'remove']

export function ManyForm({ count, run, may }: ManyProps) {
  return (
    <div className="te-form">
      <header className="te-form-head">
        <span className="te-kind">
          <Icon name="grid" size={20} />
        </span>
        <strong>{t('editor.many', count)}</strong>
      </header>
      <div className="te-label">{t('editor.group.arrange')}</div>
      <div className="te-icons">
        {ordering.map(commandOf).map((c) => (
          <IconButton key={c.id} icon={c.icon ?? 'grid'} label={t(c.label)} disabled={!may(c)} onClick={() => run(c)} />
        ))}
      </div>
      <div className="te-acts">
        {acts.map(commandOf).map((c) => (
          <Button key={c.id} size="small" icon={c.icon} disabled={!may(c)} onClick={() => run(c)}>
            {t(c.label)}
          </Button>
        ))}
      </div>
    </div>
  )
}

export function DocumentForm({
  doc,
  editableNodes,
  writable,
}: {
  doc: TopologyDocument
  editableNodes: number | null
  writable: boolean
}) {
  const { write, done } = useWriting()
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
