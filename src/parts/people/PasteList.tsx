/** People from a list: pasted or from a file, with what of it names nobody. */
import { type ComponentType, useState } from 'react'
import './people.css'
import { examLimits } from '../../contract/exam/exam.ts'
import { t } from '../../i18n/index.ts'
import { useCall } from '../../kit/data/call.ts'
import { useTyped } from '../../kit/form/typed.ts'
import { problemOf } from '../../lib/problem.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { FileDrop } from '../../ui/input/FileDrop.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { pastedLinesOf } from './list.logic.ts'

interface AddProps {
  onAdd: (ids: readonly string[]) => void
}

/** Lines of one list: the same wherever people are named so. */
const most = examLimits.list
type ResolveRoute = 'POST /exams/resolve' | 'POST /classes/resolve'

/** @param route that resolves the lines for whoever may name people there */
export const pasteList = (route: ResolveRoute): ComponentType<AddProps> =>
  function PasteList({ onAdd }) {
    return <List route={route} onAdd={onAdd} />
  }

function List({ route, onAdd }: AddProps & { route: ResolveRoute }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" icon="paste" onClick={() => setOpen(true)}>
        {t('kit.people_list.add')}
      </Button>
      {open && <ListDialog route={route} onAdd={onAdd} onClose={() => setOpen(false)} />}
    </>
  )
}

interface Resolved {
  found: readonly { id: string; name: string; username: string }[]
  unknown: readonly { line: number; text: string }[]
  again: number
}

function ListDialog({ route, onAdd, onClose }: AddProps & { route: ResolveRoute; onClose: () => void }) {
  const [text, setText] = useTyped(`people-list:${route}`)
  const [seen, setSeen] = useState<Resolved>()
  const [problem, setProblem] = useState<unknown>()
  const [resolve, { busy }] = useCall(route)
  const [read] = useCall('POST /people-lists/read')
  const lines = pastedLinesOf(text)
  const write = (next: string) => {
    setText(next)
    setSeen(undefined)
  }
  /** A workbook is taken apart by the server; anything else is text. */
  const textOfFile = async (file: File): Promise<string> =>
    file.name.toLowerCase().endsWith('.xlsx') ? (await read({ body: file })).lines.join('\n') : file.text()
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
      title={t('kit.people_list.add')}
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
              {t('kit.people_list.take', { n: seen.found.length })}
            </Button>
          ) : (
            <Button
              tone="primary"
              busy={busy}
              disabled={lines.length === 0 || lines.length > most}
              onClick={() => void look()}
            >
              {t('kit.people_list.look')}
            </Button>
          )}
        </>
      }
    >
      <div className="people-list-dialog">
        <p className="mg-hint">{t('kit.people_list.about')}</p>
        <textarea
          data-autofocus
          className="mg-field mg-area mg-mono"
          rows={8}
          aria-label={t('kit.people_list.lines')}
          placeholder={t('kit.people_list.example')}
          spellCheck={false}
          value={text}
          onChange={(e) => write(e.target.value)}
        />
        {lines.length > most && (
          <p className="mg-error" role="alert">
            <Icon name="bad" />
            {t('kit.people_list.long', { max: most })}
          </p>
        )}
        <FileDrop
          accept={['.csv', '.txt', '.xlsx']}
          max={1024 * 1024}
          onFiles={([file]) => {
            setProblem(undefined)
            if (file) void textOfFile(file).then(write, setProblem)
          }}
        />
        {problem !== undefined &&
          (problemOf(problem).code === 'archive_refused' ? (
            <p className="mg-error" role="alert">
              <Icon name="bad" />
              {t('kit.people_list.unread')}
            </p>
          ) : (
            <ProblemView compact problem={problem} />
          ))}
        {seen && (
          <div role="status">
            <p>
              <Icon name="ok" /> {t('kit.people_list.found', { n: seen.found.length, again: seen.again })}
            </p>
            {seen.unknown.length > 0 && (
              <details open>
                <summary>{t('kit.people_list.unknown', { n: seen.unknown.length })}</summary>
                <ul className="people-list-unknown">
                  {seen.unknown.map((u) => (
                    <li key={u.line}>
                      <span className="mg-dim mg-num">{t('kit.people_list.line', { n: u.line })}</span> {u.text}
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
