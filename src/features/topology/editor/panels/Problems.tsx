/** What the check found; choosing one selects what it is about. */
import './panels.css'
import { type Finding, subjectOf } from '../../../../contract/topology/finding.ts'
import { t } from '../../../../i18n/index.ts'
import { Empty } from '../../../../ui/feedback/Empty.tsx'
import { Icon } from '../../../../ui/icon/Icon.tsx'
import { findingWord } from '../../../../parts/topology-view/findings.ts'
import { useEditor, useEditorStore } from '../store.ts'
import { pendingWord } from '../text/mistake.ts'

interface ProblemsProps {
  findings: readonly Finding[]
  onChoose: (finding: Finding) => void
}

/** More than anybody works through at once; the number above says how many there are. */
const most = 200

export function Problems({ findings, onChoose }: ProblemsProps) {
  const store = useEditorStore()
  const doc = useEditor((s) => s.history.now)
  const pending = useEditor((s) => s.pending)
  const typed = pending?.mistakes ? pending : undefined
  if (findings.length === 0 && !typed)
    return (
      <Empty compact icon="ok" title={t('editor.no_problems')}>
        {t('editor.no_problems_about')}
      </Empty>
    )
  const sorted = [...findings].sort((a, b) => Number(a.level === 'warning') - Number(b.level === 'warning'))
  return (
    <div className="te-panel">
      <ul className="te-problems">
        {typed && (
          <li>
            <button
              type="button"
              className="te-problem"
              data-first
              onClick={() => store.dispatch({ type: 'set', parts: { text: true } })}
            >
              <Icon name="bad" className="te-bad" label={t('editor.error')} />
              <span>
                <strong>{t('editor.text_title')}</strong>
                {pendingWord(typed)} {t('editor.text_wrong', { n: typed.mistakes })}
              </span>
            </button>
          </li>
        )}
        {sorted.slice(0, most).map((f, i) => (
          <li key={i}>
            <button
              type="button"
              className="te-problem"
              data-first={(i === 0 && !typed) || undefined}
              onClick={() => onChoose(f)}
            >
              <Icon
                name={f.level === 'error' ? 'bad' : 'warn'}
                className={f.level === 'error' ? 'te-bad' : 'te-warn'}
                label={t(f.level === 'error' ? 'editor.error' : 'editor.warning')}
              />
              <span>
                <strong>{subjectOf(doc, f)}</strong>
                {findingWord(f)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {sorted.length > most && <p className="mg-hint">{t('editor.more_problems', { n: sorted.length - most })}</p>}
    </div>
  )
}
