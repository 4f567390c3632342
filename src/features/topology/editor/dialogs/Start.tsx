/** Starts a scene of what is drawn. It is made of what the server has, so the drawing is saved first. */
import { t } from '../../../../i18n/index.ts'
import { StartDialog } from '../../../../parts/scene/start/StartDialog.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { Loading } from '../../../../ui/Loading.tsx'
import { ProblemView } from '../../../../ui/ProblemView.tsx'
import { type EditorState, isUnsaved } from '../editor.state.ts'
import { useEditor, useEditorStore } from '../store.ts'

const save = (s: EditorState) => s.save

export default function Start({ topology, onClose }: { topology: { id: string; name: string }; onClose: () => void }) {
  const store = useEditorStore()
  const unsaved = useEditor(isUnsaved)
  const phase = useEditor(save)
  if (!unsaved) return <StartDialog topology={topology} onClose={onClose} />
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
