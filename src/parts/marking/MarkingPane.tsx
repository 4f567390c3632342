/** One answer on the desk, with its points, its remarks and the keys for both. */
import './marking.css'
import { type ReactNode, useRef } from 'react'
import type { MarkingSheet } from '../../contract/exam/run.schema.ts'
import { format, t } from '../../i18n/index.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Kbd } from '../../ui/data/Kbd.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { AnswerView, Reference } from './AnswerView.tsx'
import { useMarkDraft } from './draft.ts'
import { MarkHistory } from './MarkHistory.tsx'
import { PointsForm } from './PointsForm.tsx'
import { addComment, type PointsDraft, typedPointsOf, toggleLine, typedOf, typeKey } from './points.logic.ts'
import { type MarkingCommand, keyHelp } from './keys.logic.ts'
import type { MarkingQueueEntry } from './queue.logic.ts'
import { useKeys } from './useKeys.ts'

interface MarkingPaneProps {
  entry: MarkingQueueEntry
  rules: MarkingSheet['rules']
  /** By their keys. */
  remarks: readonly string[]
  busy: boolean
  /** What goes with the answer, such as its machines. */
  aside?: ReactNode
  onConfirm: (points: number, draft: PointsDraft) => void
  onMove: (way: 'back' | 'forward' | 'skip' | 'matches') => void
}

export function MarkingPane({ entry, rules, remarks, busy, aside, onConfirm, onMove }: MarkingPaneProps) {
  const { item, attempt } = entry
  const { draft, setDraft, kept } = useMarkDraft(attempt, item)
  const form = useRef<HTMLDivElement>(null)
  const points = typedPointsOf(draft, item.score)
  const confirm = () => {
    if (points === undefined || item.may === null) return
    onConfirm(points, draft)
  }
  const act = (c: MarkingCommand) => {
    switch (c.do) {
      case 'type':
        return setDraft((d) => typeKey(d, c.key, item.score))
      case 'line':
        return setDraft((d) => toggleLine(d, c.n, item.rubric, item.score))
      case 'remark': {
        const text = remarks[c.n]
        return text === undefined ? undefined : setDraft((d) => addComment(d, text))
      }
      case 'all':
        return setDraft((d) => ({
          ...d,
          typed: typedOf(item.score),
          lines: [],
          refused: undefined,
        }))
      case 'confirm':
        return confirm()
      case 'write':
        return form.current?.querySelector('textarea')?.focus()
      case 'leave':
        return form.current?.closest<HTMLElement>('[data-desk]')?.focus()
      default:
        return onMove(c.do)
    }
  }
  useKeys(act)
  return (
    <div className="marking-paper">
      <Panel
        title={entry.candidate}
        description={[
          t(`marking.round_of.${roundWord(item.may ?? item.marks.at(-1)?.round ?? 1)}`),
          item.sheet_n === item.n ? '' : t('marking.sheet_n', { n: item.sheet_n }),
        ]
          .filter(Boolean)
          .join(' · ')}
      >
        <AnswerView question={item.question} answer={item.answer} answerKey={item.key} />
        {aside}
        <Reference answerKey={item.key} writeup={item.writeup} />
        <MarkHistory item={item} rules={rules} />
      </Panel>
      <div ref={form} className="marking-side">
        <Panel title={t('marking.your_points')}>
          {item.may === null ? (
            <p className="mg-dim">{t('marking.closed')}</p>
          ) : (
            <>
              <PointsForm keys item={item} draft={draft} kept={kept} onDraft={setDraft} />
              <Button
                tone="primary"
                busy={busy}
                disabled={points === undefined}
                onClick={confirm}
                aria-keyshortcuts="Enter"
              >
                {t('marking.confirm')}
              </Button>
              {remarks.length > 0 && (
                <ul className="marking-remarks" aria-label={t('marking.remarks')}>
                  {remarks.map((text, n) => (
                    <li key={text}>
                      <button
                        type="button"
                        className="marking-remark"
                        onClick={() => setDraft((d) => addComment(d, text))}
                      >
                        <Kbd keys={`⇧+${format.number(n + 1)}`} /> <span className="mg-ellipsis">{text}</span>
                      </button>
                    </li>
                  ))}
                </ul>
              )}
            </>
          )}
        </Panel>
        <details className="marking-keys">
          <summary>{t('marking.keys')}</summary>
          <dl>
            {keyHelp.map((k) => (
              <div key={k.what}>
                <dt>
                  <Kbd keys={k.keys} />
                </dt>
                <dd>{t(`marking.key.${k.what}`)}</dd>
              </div>
            ))}
          </dl>
        </details>
      </div>
    </div>
  )
}

const roundWord = (round: number) => (['first', 'second', 'third'] as const)[round - 1] ?? 'first'
