/** Answers marked together after a look at which they are: no points for those that say nothing, all for fill-ins that equal the key. */
import { useState } from 'react'
import { format, t } from '../../../../i18n/index.ts'
import { useRead, useWrite } from '../../../../kit/data/api.ts'
import { problemOf } from '../../../../lib/problem.ts'
import { Button } from '../../../../ui/input/Button.tsx'
import { Dialog } from '../../../../ui/feedback/Dialog.tsx'
import { Kbd } from '../../../../ui/data/Kbd.tsx'
import { ProblemView } from '../../../../ui/feedback/ProblemView.tsx'
import { ProgressBar } from '../../../../ui/feedback/ProgressBar.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'

/** What is alike: `matches` are proposed, and the marker decides. */
export type AlikeKind = 'blanks' | 'matches'
const routesOf = {
  blanks: ['GET /exams/:id/marking/blanks', 'POST /exams/:id/marking/blanks'],
  matches: ['GET /exams/:id/marking/matches', 'POST /exams/:id/marking/matches'],
} as const

/** @param asked the marker's key: it opens the list, where Enter accepts all of it */
export function AlikeAnswers({
  exam,
  item,
  kind,
  asked,
}: {
  exam: string
  item: string
  kind: AlikeKind
  asked?: number
}) {
  const [open, setOpen] = useState(false)
  const { data } = useRead(routesOf[kind][0], { params: { id: exam }, query: { item } })
  const [heard, setHeard] = useState(asked)
  if (asked !== heard) {
    setHeard(asked)
    if (data?.n) setOpen(true)
  }
  if (!open && !data?.n) return null
  return (
    <>
      <Button
        size="small"
        onClick={() => setOpen(true)}
        {...(kind === 'matches' ? { 'aria-keyshortcuts': 'Shift+Enter', icon: 'check' as const } : {})}
      >
        {t(`marking.${kind}_n`, { n: data?.n ?? 0 })}
        {kind === 'matches' && <Kbd keys="⇧+Enter" />}
      </Button>
      {open && data && <AlikeDialog exam={exam} item={item} kind={kind} of={data} onClose={() => setOpen(false)} />}
    </>
  )
}

interface AlikeDialogProps {
  exam: string
  item: string
  kind: AlikeKind
  of: { texts: readonly { text: string; n: number }[]; n: number }
  onClose: () => void
}
function AlikeDialog({ exam, item, kind, of, onClose }: AlikeDialogProps) {
  // what was seen is what is marked, whatever comes meanwhile
  const [texts] = useState(of.texts)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [done, setDone] = useState<number>()
  const [problem, setProblem] = useState<unknown>()
  const [give] = useWrite(routesOf[kind][1])
  const chosen = texts.filter((x) => !left.has(x.text))
  const all = chosen.reduce((n, x) => n + x.n, 0)
  const act = async () => {
    setProblem(undefined)
    setDone(0)
    try {
      for (let sum = 0; ; ) {
        const r = await give({ params: { id: exam }, body: { item, texts: chosen.map((x) => x.text) } })
        sum += r.done
        setDone(sum)
        if (r.left === 0 || r.done === 0) break
      }
      toast.ok(t(`marking.${kind}_done`, { n: all }))
      onClose()
    } catch (e) {
      setProblem(problemOf(e))
      setDone(undefined)
    }
  }
  return (
    <Dialog
      open
      title={t(`marking.${kind}_title`)}
      locked={done !== undefined}
      onClose={onClose}
      actions={
        <>
          <Button disabled={done !== undefined} onClick={onClose}>
            {t('kit.cancel')}
          </Button>
          <Button
            tone="primary"
            data-autofocus
            busy={done !== undefined}
            disabled={all === 0}
            onClick={() => void act()}
          >
            {t(`marking.${kind}_give`, { n: all })}
          </Button>
        </>
      }
    >
      <div className="marking-dialog">
        <p>{t(`marking.${kind}_text`)}</p>
        <ul className="marking-kinds">
          {texts.map((x) => (
            <li key={x.text}>
              <label>
                <input
                  type="checkbox"
                  className="kit-box"
                  checked={!left.has(x.text)}
                  disabled={done !== undefined}
                  onChange={(e) => {
                    const next = new Set(left)
                    if (e.target.checked) next.delete(x.text)
                    else next.add(x.text)
                    setLeft(next)
                  }}
                />
                <q>{x.text}</q> <span className="mg-dim mg-num">× {format.number(x.n)}</span>
              </label>
            </li>
          ))}
        </ul>
        {done !== undefined && (
          <ProgressBar value={all ? done / all : 1} label={t(`marking.${kind}_give`, { n: all })} showValue />
        )}
        {problem !== undefined && <ProblemView compact problem={problem} />}
      </div>
    </Dialog>
  )
}
