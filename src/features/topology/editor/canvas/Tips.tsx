/** What stands over the drawing while something is going on, and where nothing is drawn yet. */
import { t } from '../../../../i18n/index.ts'
import type { EditorState } from '../editor.state.ts'
import { pendingWord } from '../text/mistake.ts'

export function Tips({ state }: { state: EditorState }) {
  const { nodes, drawings } = state.history.now
  const from = state.from === null ? undefined : nodes.find((n) => n.id === state.from)
  return (
    <>
      {nodes.length === 0 && drawings.length === 0 && state.phase.at === 'ready' && (
        <div className="te-empty">
          <p>{t('editor.empty')}</p>
          <p className="mg-dim">{t('editor.empty_about')}</p>
        </div>
      )}
      {state.pending && (
        <p className="te-tip te-tip-wrong" role="status">
          {state.pending.line > 0
            ? t('editor.text_wrong_here', { line: state.pending.line })
            : pendingWord(state.pending)}
        </p>
      )}
      {state.placing && <p className="te-tip">{t('editor.place_tip')}</p>}
      {from && <p className="te-tip">{t('editor.connect_tip', { name: from.name })}</p>}
    </>
  )
}
