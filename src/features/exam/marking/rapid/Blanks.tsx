/** Answers that say nothing, given no points together, after a look at which they are. */
import { useState } from 'react'
import { format, t } from '../../../../i18n/index.ts'
import { useRead, useWrite } from '../../../../kit/data/api.ts'
import { problemOf } from '../../../../lib/problem.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { ProblemView } from '../../../../ui/ProblemView.tsx'
import { ProgressBar } from '../../../../ui/ProgressBar.tsx'
import { toast } from '../../../../ui/toast.ts'

export function Blanks({ exam, item }: { exam: string; item: string }) {
  const [open, setOpen] = useState(false)
  const { data } = useRead('GET /exams/:id/marking/blanks', { params: { id: exam }, query: { item } })
  if (!open && !data?.n) return null
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('marking.blanks_n', { n: data?.n ?? 0 })}
      </Button>
      {open && data && <BlanksDialog exam={exam} item={item} of={data} onClose={() => setOpen(false)} />}
    </>
  )
}

interface BlanksDialogProps {
  exam: string
  item: string
  of: { texts: readonly { text: string; n: number }[]; n: number }
  onClose: () => void
}
function BlanksDialog({ exam, item, of, onClose }: BlanksDialogProps) {
  // what was seen is what is marked, whatever comes meanwhile
  const [texts] = useState(of.texts)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [done, setDone] = useState<number>()
  const [problem, setProblem] = useState<unknown>()
  const [give] = useWrite('POST /exams/:id/marking/blanks')
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
      toast.ok(t('marking.blanks_done', { n: all }))
      onClose()
    } catch (e) {
      setProblem(problemOf(e))
      setDone(undefined)
    }
  }
  return (
    <Dialog
      open
      title={t('marking.blanks_title')}
      locked={done !== undefined}
      onClose={onClose}
      actions={
        <>
          <Button disabled={done !== undefined} onClick={onClose}>
            {t('kit.cancel')}
          </Button>
          <Button tone="primary" busy={done !== undefined} disabled={all === 0} onClick={() => void act()}>
            {t('marking.blanks_give', { n: all })}
          </Button>
        </>
      }
    >
      <div className="marking-dialog">
        <p>{t('marking.blanks_text')}</p>
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
          <ProgressBar value={all ? done / all : 1} label={t('marking.blanks_give', { n: all })} showValue />
        )}
        {problem !== undefined && <ProblemView compact problem={problem} />}
      </div>
    </Dialog>
  )
}
