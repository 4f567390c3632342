/** Points by the lines of the rubric, remarks of the marker's own, and what is said to the author. */
import { useEffect, useId, useRef, useState } from 'react'
import { labLimits } from '../../../contract/course/lab.ts'
import type { LabRubricLine } from '../../../contract/course/lab.schema.ts'
import type { CourseReport } from '../../../contract/course/report.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import { useTyped } from '../../../kit/form/typed.ts'
import { useLatest } from '../../../kit/resource/useLatest.ts'
import { eventTargetOf } from '../../../lib/shadow.ts'
import { Kbd } from '../../../ui/data/Kbd.tsx'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Button, IconButton } from '../../../ui/input/Button.tsx'
import { CountedTextArea } from '../../../ui/input/CountedTextArea.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import {
  addRemark,
  beginMarks,
  digit,
  erase,
  full,
  linesLeft,
  type MarkCommand,
  markCommandOf,
  markKeys,
  typedMarks,
  pointsTyped,
  scoreTyped,
  moveLine,
  typed,
} from './marking.logic.ts'

interface MarkFormProps {
  of: CourseReport
  lineText: (line: LabRubricLine) => string
  /** What was said beside it goes first. */
  before: () => Promise<void>
  /** The next that waits. */
  onMarked: () => void
}
function placeOf(target: EventTarget | null): Parameters<typeof markCommandOf>[1] {
  if (!(target instanceof HTMLElement)) return 'page'
  // their own keys scroll a document and set notes in it, and play what was recorded
  if (target.closest('textarea, select, .learn-pdf, .report-shown, [role=combobox], input:not([type=checkbox])'))
    return 'text'
  return target.closest('button, a, summary, input') ? 'button' : 'page'
}

export function MarkForm({ of, lineText, before, onMarked }: MarkFormProps) {
  const { rubric } = of
  const id = useId()
  const [draft, setDraft] = useState(() => beginMarks(rubric, of.marks, of.comment))
  const [asking, setAsking] = useState<'return' | 'reopen'>()
  const [mark, { busy }] = useWrite('POST /course-reports/:id/mark')
  const remarks = useRemarks()
  const form = useRef<HTMLDivElement>(null)
  const may = of.can.includes('mark')
  const left = linesLeft(rubric, draft)
  const sum = scoreTyped(rubric, draft)
  const send = async () => {
    if (!may || busy || left.length) return
    try {
      await before()
      const marks = { ...typedMarks(rubric, draft) }
      await mark({ params: { id: of.id }, body: { version: of.version, marks, comment: draft.comment.trim() } })
      toast.ok(t('report.marked_done', { name: of.by.name }))
      onMarked()
    } catch (e) {
      toast.problem(e)
    }
  }
  const act = (c: MarkCommand) => {
    switch (c.do) {
      case 'digit':
        return setDraft((d) => digit(d, rubric, c.key))
      case 'erase':
        return setDraft((d) => erase(d, rubric))
      case 'full':
        return setDraft((d) => full(d, rubric))
      case 'up':
        return setDraft((d) => moveLine(d, rubric, -1))
      case 'down':
        return setDraft((d) => moveLine(d, rubric, 1))
      case 'remark': {
        const text = remarks.items[c.n]
        return text === undefined ? undefined : setDraft((d) => addRemark(d, text))
      }
      case 'write':
        return form.current?.querySelector('textarea')?.focus()
      case 'leave':
        return form.current?.closest<HTMLElement>('.mg-page')?.querySelector<HTMLElement>('[data-desk]')?.focus()
      case 'mark':
        return void send()
    }
  }
  useMarkKeys(act, may && asking === undefined)
  return (
    <div ref={form} className="report-form">
      <Panel title={t('report.rubric')}>
        <div className="report-form">
          <ol className="report-lines">
            {rubric.map((l, n) => {
              const text = draft.typed[l.id] ?? ''
              const wrong = text !== '' && pointsTyped(l, text) === undefined
              return (
                <li key={l.id} className="report-line-row" data-at={may && draft.at === n}>
                  <label htmlFor={`${id}-${l.id}`}>{lineText(l)}</label>
                  <input
                    id={`${id}-${l.id}`}
                    className="mg-field"
                    inputMode="decimal"
                    autoComplete="off"
                    readOnly={!may}
                    aria-invalid={wrong || undefined}
                    value={text}
                    onFocus={() => setDraft((d) => ({ ...d, at: n }))}
                    onChange={(e) => {
                      const to = e.target.value
                      setDraft((d) => typed(d, l.id, to))
                    }}
                  />
                  <span className="mg-num mg-dim">{t('report.of_points', { n: format.number(l.points) })}</span>
                  {draft.at === n && draft.refused !== undefined && (
                    <span role="alert" className="mg-error">
                      {t('report.points_refused', { typed: draft.refused, most: format.number(l.points) })}
                    </span>
                  )}
                </li>
              )
            })}
          </ol>
          <p className="report-line" role="status">
            <strong className="mg-num">
              {t('learn.report_points', { points: format.number(sum.points), score: format.number(sum.score) })}
            </strong>
            <span className="mg-num mg-dim">{format.percent(sum.share)}</span>
            {of.pass !== null && (
              <span className="mg-faint">{t('report.passes_at', { share: format.percent(of.pass) })}</span>
            )}
          </p>
          {may && (
            <>
              <CountedTextArea
                label={t('report.comment')}
                value={draft.comment}
                max={labLimits.comment}
                rows={4}
                onChange={(comment) => setDraft((d) => ({ ...d, comment }))}
              />
              <p className="report-line">
                <Button
                  tone="primary"
                  busy={busy}
                  off={left.length > 0 && t('report.lines_left', { n: left.length })}
                  aria-keyshortcuts="Control+Enter"
                  onClick={() => void send()}
                >
                  {t('report.mark')}
                </Button>
                {of.can.includes('return') && <Button onClick={() => setAsking('return')}>{t('report.return')}</Button>}
              </p>
            </>
          )}
          {!may && of.comment !== '' && <p>{of.comment}</p>}
          {of.can.includes('reopen') && <Button onClick={() => setAsking('reopen')}>{t('report.reopen')}</Button>}
        </div>
      </Panel>
      {may && (
        <Remarks remarks={remarks} comment={draft.comment} onTake={(text) => setDraft((d) => addRemark(d, text))} />
      )}
      {may && (
        <details className="report-keys">
          <summary>{t('report.keys')}</summary>
          <dl>
            {markKeys.map((k) => (
              <div key={k.what}>
                <dt>
                  <Kbd keys={k.keys} />
                </dt>
                <dd>{t(`report.key.${k.what}`)}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {asking && (
        <SayDialog
          of={of}
          what={asking}
          before={before}
          start={asking === 'return' ? draft.comment : ''}
          onClose={() => setAsking(undefined)}
        />
      )}
    </div>
  )
}

/** Keys of the whole page while it marks; a dialogue above it has its own. */
function useMarkKeys(on: (command: MarkCommand) => void, active: boolean): void {
  const latest = useLatest(on)
  useEffect(() => {
    if (!active) return undefined
    const press = (e: KeyboardEvent) => {
      if (e.defaultPrevented || e.isComposing || document.querySelector('dialog[open]')) return
      const command = markCommandOf(e, placeOf(eventTargetOf(e)))
      if (!command) return
      e.preventDefault()
      latest.current(command)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [latest, active])
}

function useRemarks() {
  const { data } = useRead('GET /course-report-remarks', undefined)
  const [keep, { busy }] = useWrite('PUT /course-report-remarks')
  const items = data?.items ?? []
  const put = async (next: readonly string[]) => {
    try {
      await keep({ body: { items: [...next] } })
    } catch (e) {
      toast.problem(e)
    }
  }
  return { items, busy, put }
}
interface RemarksProps {
  remarks: ReturnType<typeof useRemarks>
  comment: string
  onTake: (text: string) => void
}
function Remarks({ remarks: { items, busy, put }, comment, onTake }: RemarksProps) {
  const text = comment.trim()
  const fits = text !== '' && text.length <= labLimits.remark && !items.includes(text)
  return (
    <Panel title={t('report.remarks')} description={t('report.remarks_text')}>
      <ul className="report-remarks">
        {items.map((remark, n) => (
          <li key={remark} className="report-line">
            <Button tone="quiet" size="small" onClick={() => onTake(remark)}>
              {n < 9 && <Kbd keys={`⇧+${format.number(n + 1)}`} />} <span className="mg-ellipsis">{remark}</span>
            </Button>
            <IconButton
              size="small"
              icon="trash"
              label={t('report.remark_remove', { text: remark })}
              onClick={() => void put(items.filter((r) => r !== remark))}
            />
          </li>
        ))}
      </ul>
      {items.length < labLimits.remarks && (
        <Button
          size="small"
          icon="plus"
          busy={busy}
          off={!fits && t('report.remark_first')}
          onClick={() => void put([...items, text])}
        >
          {t('report.remark_keep')}
        </Button>
      )}
    </Panel>
  )
}

interface SayDialogProps {
  of: CourseReport
  what: 'return' | 'reopen'
  before: () => Promise<void>
  start: string
  onClose: () => void
}
function SayDialog({ of, what, before, start, onClose }: SayDialogProps) {
  const [kept, setText] = useTyped(`report-${what}:${of.id}`)
  const text = kept === '' ? start : kept
  const [giveBack] = useWrite('POST /course-reports/:id/return')
  const [reopen] = useWrite('POST /course-reports/:id/reopen')
  return (
    <Confirm
      open
      size="default"
      title={t(`report.${what}_title`, { name: of.by.name })}
      confirm={t(`report.${what}`)}
      done={t(`report.${what}_done`, { name: of.by.name })}
      missing={[text.trim() === '' && t(what === 'return' ? 'report.comment' : 'report.reason')]}
      onConfirm={async () => {
        await before()
        const at = { params: { id: of.id } }
        if (what === 'return') await giveBack({ ...at, body: { version: of.version, comment: text.trim() } })
        else await reopen({ ...at, body: { version: of.version, reason: text.trim() } })
        setText('')
      }}
      onClose={onClose}
    >
      <p>
        <Icon name="info" /> {t(`report.${what}_text`)}
      </p>
      <CountedTextArea
        data-autofocus
        aria-required
        label={t(what === 'return' ? 'report.comment' : 'report.reason')}
        value={text}
        max={labLimits.comment}
        rows={4}
        onChange={setText}
      />
    </Confirm>
  )
}
