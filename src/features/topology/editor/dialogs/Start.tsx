/** Starts a scene of what is drawn. It is made of what the server has, so the drawing is saved first. */
import { useState } from 'react'
import { format, t } from '../../../../i18n/index.ts'
import { StartDialog } from '../../../../parts/scene/start/StartDialog.tsx'
import { Button } from '../../../../ui/input/Button.tsx'
import { Dialog } from '../../../../ui/feedback/Dialog.tsx'
import { Loading } from '../../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../../ui/feedback/ProblemView.tsx'
import { type EditorState, isUnsaved } from '../editor.state.ts'
import { useEditor, useEditorStore } from '../store.ts'
import { pendingWord } from '../text/mistake.ts'

const save = (s: EditorState) => s.save
const pending = (s: EditorState) => s.pending
const kept = (s: EditorState) => s.stored

export default function Start({ topology, onClose }: { topology: { id: string; name: string }; onClose: () => void }) {
  const store = useEditorStore()
  const unsaved = useEditor(isUnsaved)
  const phase = useEditor(save)
  const text = useEditor(pending)
  const stored = useEditor(kept)
  const [anyway, go] = useState(false)
  if (!unsaved && text && stored && !anyway)
    return (
      <Dialog
        open
        size="small"
        title={t('scene.start_of', { name: topology.name })}
        onClose={onClose}
        actions={
          <>
            <Button data-autofocus onClick={onClose}>
              {t('ui.cancel')}
            </Button>
            <Button tone="primary" onClick={() => go(true)}>
              {t('editor.start_saved')}
            </Button>
          </>
        }
      >
        <p>{t('editor.start_saved_text', { time: format.dateTime(stored.updated_at) })}</p>
        <p>{pendingWord(text)}</p>
      </Dialog>
    )
  if (!unsaved) return <StartDialog topology={topology} onClose={onClose} />
  // whether it is saved is being asked
  if (phase.at === 'held') return null
  return (
    <Dialog open size="small" title={t('scene.start_of', { name: topology.name })} onClose={onClose}>
      {phase.at === 'failed' ? (
        <>
          <p>{t('editor.start_unsaved')}</p>
          <ProblemView compact problem={phase.problem} onRetry={() => store.dispatch({ type: 'ask/save' })} />
        </>
      ) : (
        <Loading />
      )}
    </Dialog>
  )
}
