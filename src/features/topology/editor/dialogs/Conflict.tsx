/** Two people changed the drawing: both versions side by side, and three ways on. Nothing is thrown away before one is chosen. */
import './dialogs.css'
import { useState } from 'react'
import type { TopologyDocument } from '../../../../contract/topology/document.ts'
import { t } from '../../../../i18n/index.ts'
import { TopologyView } from '../../../../parts/topology-view/TopologyView.tsx'
import { Button } from '../../../../ui/input/Button.tsx'
import { DateTime } from '../../../../ui/data/DateTime.tsx'
import { Dialog } from '../../../../ui/feedback/Dialog.tsx'
import { ProblemView } from '../../../../ui/feedback/ProblemView.tsx'
import type { StoredDrawing } from '../editor.state.ts'
import { topologyDifferences } from '../model/differences.ts'

interface ConflictProps {
  mine: TopologyDocument
  theirs: StoredDrawing
  base: TopologyDocument
  onTheirs: () => void
  onMine: () => void
  /** Keeps mine under another name and opens it. */
  onCopy: () => Promise<unknown>
}

export function Conflict({ mine, theirs, base, onTheirs, onMine, onCopy }: ConflictProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const copy = async () => {
    setBusy(true)
    setProblem(null)
    try {
      await onCopy()
    } catch (e) {
      setProblem(e)
    }
    setBusy(false)
  }
  return (
    <Dialog
      open
      locked
      size="wide"
      title={t('editor.conflict_title')}
      onClose={() => undefined}
      actions={
        <>
          <Button onClick={onTheirs}>{t('editor.conflict_theirs')}</Button>
          <Button busy={busy} onClick={() => void copy()}>
            {t('editor.conflict_copy')}
          </Button>
          <Button onClick={onMine}>{t('editor.conflict_mine')}</Button>
        </>
      }
    >
      {/* it opens in the middle of a word: no key that is on its way chooses */}
      <p className="mg-dim" tabIndex={-1} data-autofocus>
        {t('editor.conflict_text')}
      </p>
      <div className="te-versions">
        <Version title={t('editor.version_mine')} doc={mine} base={base} />
        <Version
          title={t('editor.version_theirs', { who: theirs.by || '—' })}
          when={theirs.updated_at}
          doc={theirs.document}
          base={base}
        />
      </div>
      {problem !== null && <ProblemView compact problem={problem} />}
    </Dialog>
  )
}

function Version({
  title,
  when,
  doc,
  base,
}: {
  title: string
  when?: string
  doc: TopologyDocument
  base: TopologyDocument
}) {
  const d = topologyDifferences(base, doc)
  return (
    <section className="te-version">
      <h3>{title}</h3>
      <p className="mg-faint">
        {t('editor.version_counts', { nodes: doc.nodes.length, links: doc.links.length })}
        {when && (
          <>
            {' · '}
            <DateTime at={when} />
          </>
        )}
      </p>
      <div className="te-version-view">
        <TopologyView document={doc} label={title} />
      </div>
      <p className="mg-dim">
        {t('editor.version_changes', { added: d.added, changed: d.changed, removed: d.removed })}
      </p>
    </section>
  )
}
