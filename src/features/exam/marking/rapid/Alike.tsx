/** Answers marked together after a look at which they are: no points for those that say nothing, all for fill-ins that equal the key. */
import { useEffect, useRef, useState } from 'react'
import { examLimits } from '../../../../contract/exam/exam.ts'
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

type Found = { texts: readonly { text: string; n: number }[]; n: number }

/** @param asked times the marker's key was pressed: each accepts everything that is proposed */
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
  if (!open && !data?.n) return null
  return (
    <>
      {kind === 'matches' && data && <AcceptMatches exam={exam} item={item} of={data} asked={asked ?? 0} />}
      <Button size="small" onClick={() => setOpen(true)}>
        {kind === 'matches' ? t('marking.matches_look') : t('marking.blanks_n', { n: data?.n ?? 0 })}
      </Button>
      {open && data && <AlikeDialog exam={exam} item={item} kind={kind} of={data} onClose={() => setOpen(false)} />}
    </>
  )
}

/** What was accepted can be taken back as long as it is said. */
function useAccepted(exam: string, item: string): (sheets: readonly string[]) => void {
  const [takeBack] = useWrite('POST /exams/:id/marking/matches/undo')
  const undo = async (sheets: readonly string[]) => {
    try {
      let [done, kept] = [0, 0]
      for (let from = 0; from < sheets.length; from += examLimits.alikeAtOnce) {
        const some = sheets.slice(from, from + examLimits.alikeAtOnce)
        const r = await takeBack({ params: { id: exam }, body: { item, sheets: some } })
        done += r.done
        kept += r.kept
      }
      if (kept > 0) toast.warn(t('marking.matches_kept', { n: kept, done }))
      else toast.ok(t('marking.matches_undone', { n: done }))
    } catch (e) {
      toast.problem(e)
    }
  }
  return (sheets) =>
    toast.ok(t('marking.matches_done', { n: sheets.length }), {
      label: t('kit.action.undo'),
      run: () => void undo(sheets),
    })
}

/** All that is proposed, by one press. */
function AcceptMatches({ exam, item, of, asked }: { exam: string; item: string; of: Found; asked: number }) {
  const [give, { busy }] = useWrite(routesOf.matches[1])
  const accepted = useAccepted(exam, item)
  const accept = async () => {
    if (busy) return
    const sheets: string[] = []
    try {
      const texts = of.texts.map((x) => x.text)
      for (;;) {
        const r = await give({ params: { id: exam }, body: { item, texts } })
        sheets.push(...r.sheets)
        if (r.left === 0 || r.done === 0) break
      }
    } catch (e) {
      toast.problem(e)
    }
    if (sheets.length) accepted(sheets)
  }
  // a key that was pressed before they were there asks for nothing
  const heard = useRef(asked)
  useEffect(() => {
    if (asked === heard.current) return
    heard.current = asked
    void accept()
    // once for a press
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [asked])
  return (
    <Button size="small" icon="check" busy={busy} aria-keyshortcuts="Shift+Enter" onClick={() => void accept()}>
      {t('marking.matches_n', { n: of.n })}
      <Kbd keys="⇧+Enter" />
    </Button>
  )
}

interface AlikeDialogProps {
  exam: string
  item: string
  kind: AlikeKind
  of: Found
  onClose: () => void
}
function AlikeDialog({ exam, item, kind, of, onClose }: AlikeDialogProps) {
  // what was seen is what is marked, whatever comes meanwhile
  const [texts] = useState(of.texts)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [done, setDone] = useState<number>()
  const [problem, setProblem] = useState<unknown>()
  const [giveNone] = useWrite(routesOf.blanks[1])
  const [giveAll] = useWrite(routesOf.matches[1])
  const accepted = useAccepted(exam, item)
  const chosen = texts.filter((x) => !left.has(x.text))
  const all = chosen.reduce((n, x) => n + x.n, 0)
  const act = async () => {
    setProblem(undefined)
    setDone(0)
    try {
      const sheets: string[] = []
      for (let sum = 0; ; ) {
        const args = { params: { id: exam }, body: { item, texts: chosen.map((x) => x.text) } }
        const r = kind === 'matches' ? await giveAll(args) : { ...(await giveNone(args)), sheets: [] }
        sum += r.done
        sheets.push(...r.sheets)
        setDone(sum)
        if (r.left === 0 || r.done === 0) break
      }
      if (sheets.length) accepted(sheets)
      else toast.ok(t(`marking.${kind}_done`, { n: all }))
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
