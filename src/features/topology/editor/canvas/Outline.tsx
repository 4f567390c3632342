/** The drawing as a list, for who does not see it: every node with its ports and where their links lead. */
import { memo } from 'react'
import type { TopologyDocument } from '../../../../contract/topology/document.ts'
import { t } from '../../../../i18n/index.ts'
import { readingOrder, selected } from '../model/selection.ts'
import { kindWord } from '../words.ts'

interface OutlineProps {
  doc: TopologyDocument
  selection: readonly string[]
}

function describe(doc: TopologyDocument, id: string): string {
  const node = doc.nodes.find((n) => n.id === id)
  if (!node) {
    const link = doc.links.find((l) => l.id === id)
    const name = (n: string | undefined) => doc.nodes.find((x) => x.id === n)?.name ?? ''
    return link ? t('editor.say_link', { from: name(link.from.node), to: name(link.to.node) }) : t('editor.say_drawing')
  }
  const peers = doc.links.flatMap((l) => {
    const other = l.from.node === id ? l.to.node : l.to.node === id ? l.from.node : undefined
    return other === undefined ? [] : [doc.nodes.find((n) => n.id === other)?.name ?? '']
  })
  const addresses = node.ports.map((p) => p.address).filter(Boolean)
  return [
    `${node.name}, ${kindWord(node.kind)}`,
    addresses.join(', '),
    peers.length ? t('editor.say_linked', { names: peers.join(', ') }) : t('editor.say_unlinked'),
    node.locked ? t('editor.locked') : '',
  ]
    .filter(Boolean)
    .join('; ')
}

/** Says what is selected as it changes. */
export function Spoken({ doc, selection }: OutlineProps) {
  const [only] = selection
  const text =
    selection.length === 1 && only !== undefined
      ? describe(doc, only)
      : selection.length > 1
        ? t('editor.many', {
            nodes: selected(doc, selection).nodes.length,
            links: selected(doc, selection).links.length,
            drawings: selected(doc, selection).drawings.length,
          })
        : ''
  return (
    <p className="mg-sr" aria-live="polite" data-spoken>
      {text}
    </p>
  )
}

export const AccessibleNodeList = memo(function Outline({ doc, id }: { doc: TopologyDocument; id: string }) {
  const byId = new Map(doc.nodes.map((n) => [n.id, n]))
  return (
    <div id={id} className="mg-sr">
      <p>{t('editor.canvas_about', { nodes: doc.nodes.length, links: doc.links.length })}</p>
      <ul aria-label={t('editor.nodes')}>
        {readingOrder(doc).map((n) => {
          const node = byId.get(n)
          return (
            node && (
              <li key={n}>
                {node.name}, {kindWord(node.kind)}
              </li>
            )
          )
        })}
      </ul>
      <ul aria-label={t('editor.links')}>
        {doc.links.map((l) => (
          <li key={l.id}>
            {t('editor.say_link', { from: byId.get(l.from.node)?.name ?? '', to: byId.get(l.to.node)?.name ?? '' })}
          </li>
        ))}
      </ul>
    </div>
  )
})
