/** Candidates from a list: pasted or from a file, with what of it names nobody. */
import { useState } from 'react'
import { examLimits } from '../../../contract/exam/exam.ts'
import { t } from '../../../i18n/index.ts'
import { useCall } from '../../../kit/data/call.ts'
import { useTyped } from '../../../kit/form/typed.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { FileDrop } from '../../../ui/input/FileDrop.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { pastedLinesOf } from './list.logic.ts'

interface AddProps {
  onAdd: (ids: readonly string[]) => void
}

export function PasteList({ onAdd }: AddProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" icon="paste" onClick={() => setOpen(true)}>
        {t('exam.list_add')}
      </Button>
      {open && <ListDialog onAdd={onAdd} onClose={() => setOpen(false)} />}
    </>
  )
}

interface Resolved {
  found: readonly { id: string; name: string; username: string }[]
  unknown: readonly { line: number; text: string }[]
  again: number
}

function ListDialog({ onAdd, onClose }: AddProps & { onClose: () => void }) {
  const [text, setText] = useTyped('candidate-list')
  const [seen, setSeen] = useState<Resolved>()
  const [problem, setProblem] = useState<unknown>()
  const [resolve, { busy }] = useCall('POST /exams/resolve')
  const lines = pastedLinesOf(text)
  const write = (next: string) => {
    setText(next)
    setSeen(undefined)
  }
  const look = async () => {
    setProblem(undefined)
    try {
      setSeen(await resolve({ body: { lines } }))
    } catch (e) {
      setProblem(e)
    }
  }
  return (
    <Dialog
      open
      title={t('exam.list_add')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          {seen ? (
            <Button
              tone="primary"
              disabled={seen.found.length === 0}
              onClick={() => {
                onAdd(seen.found.map((p) => p.id))
                setText('')
                onClose()
              }}
            >
              {t('exam.list_take', { n: seen.found.length })}
            </Button>
          ) : (
            <Button
              tone="primary"
              busy={busy}
              disabled={lines.length === 0 || lines.length > examLimits.list}
              onClick={() => void look()}
            >
              {t('exam.list_look')}
            </Button>
          )}
        </>
      }
    >
      <div className="exam-list-dialog">
        <p className="mg-hint">{t('exam.list_about')}</p>
        <textarea
          data-autofocus
          className="mg-field mg-area mg-mono"
          rows={8}
          aria-label={t('exam.list_lines')}
          placeholder={t('exam.list_example')}
          spellCheck={false}
          value={text}
          onChange={(e) => write(e.target.value)}
        />
        {lines.length > examLimits.list && (
          <p className="mg-error" role="alert">
            <Icon name="bad" />
            {t('exam.list_long', { max: examLimits.list })}
          </p>
        )}
        <FileDrop
          accept={['.csv', '.txt']}
          max={1024 * 1024}
          onFiles={([file]) => void file?.text().then(write, setProblem)}
        />
        {problem !== undefined && <ProblemView compact problem={problem} />}
        {seen && (
          <div role="status">
            <p>
              <Icon name="ok" /> {t('exam.list_found', { n: seen.found.length, again: seen.again })}
            </p>
            {seen.unknown.length > 0 && (
              <details open>
                <summary>{t('exam.list_unknown', { n: seen.unknown.length })}</summary>
                <ul className="exam-list-unknown">
                  {seen.unknown.map((u) => (
                    <li key={u.line}>
                      <span className="mg-dim mg-num">{t('exam.list_line', { n: u.line })}</span> {u.text}
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </div>
        )}
      </div>
    </Dialog>
  )
}
