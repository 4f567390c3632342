import { format, t } from '../../../../i18n/index.ts'
import { Button } from '../../../../ui/input/Button.tsx'
import { Icon } from '../../../../ui/icon/Icon.tsx'
import { problemText } from '../../../../ui/feedback/ProblemView.tsx'
import { useEditor, useEditorStore } from '../store.ts'
import type { EditorState } from '../editor.state.ts'
import { pendingWord } from '../text/mistake.ts'

const save = (s: EditorState) => s.save
const hold = (s: EditorState) => s.hold
const pending = (s: EditorState) => s.pending
const open = (s: EditorState) => s.text

/** Whether what is drawn is on the server, in a word. */
export function SaveState() {
  const store = useEditorStore()
  const phase = useEditor(save)
  const { at } = useEditor(hold)
  const text = useEditor(pending)
  const beside = useEditor(open)
  if (at === 'none' || at === 'theirs')
    return (
      <span className="te-save">
        <Icon name="eye" />
        {t('editor.read_only')}
      </span>
    )
  if (phase.at === 'failed')
    return (
      <span className="te-save te-save-bad" role="alert" title={problemText(phase.problem)}>
        <Icon name="bad" />
        {t('editor.save_failed')}
        <Button size="small" tone="quiet" onClick={() => store.dispatch({ type: 'ask/save' })}>
          {t('problem.retry')}
        </Button>
      </span>
    )
  if (phase.at === 'conflict')
    return (
      <span className="te-save te-save-bad">
        <Icon name="warn" />
        {t('editor.save_conflict')}
      </span>
    )
  if (phase.at === 'held')
    return (
      <span className="te-save te-save-bad" role="status" data-save="held">
        <Icon name="warn" />
        {t('editor.not_saved')}
        <Button
          size="small"
          tone="quiet"
          onClick={() => store.dispatch({ type: 'save', phase: { at: 'held', asking: true } })}
        >
          {t('editor.command.save')}
        </Button>
      </span>
    )
  if (text)
    return (
      <span className="te-save te-save-bad" role="alert" title={pendingWord(text)} data-save="text">
        <Icon name="bad" />
        {text.line > 0 ? t('editor.text_unsaved_line', { line: text.line }) : t('editor.text_unsaved')}
        {!beside && (
          <Button size="small" tone="quiet" onClick={() => store.dispatch({ type: 'set', parts: { text: true } })}>
            {t('editor.text_show')}
          </Button>
        )}
      </span>
    )
  const busy = phase.at === 'saving' || phase.at === 'changed'
  return (
    <span className="te-save" role="status" data-save={phase.at}>
      {busy ? <span className="mg-btn-busy" aria-hidden="true" /> : <Icon name="check" />}
      {busy
        ? t('editor.saving')
        : phase.at === 'saved' && phase.when
          ? t('editor.saved_at', { time: format.time(phase.when) })
          : t('editor.saved')}
    </span>
  )
}
