import { type FormEvent, useEffect, useId, useState } from 'react'
import type { FlagExercise, FlagVerdict } from '../../../contract/practice/flag.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { useTyped } from '../../../kit/form/typed.ts'
import { type AppProblem, problemOf } from '../../../lib/problem.ts'
import { FlagField } from '../../../parts/question/FlagField.tsx'
import { useWait } from '../../../parts/question/useWait.ts'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'

/** The place for the flag, and what came of the last one. */
export function SubmitFlag({ of: c }: { of: FlagExercise }) {
  const [text, setText] = useTyped(`flag:${c.id}`)
  const [close, setClose] = useState(false)
  const [said, setSaid] = useState<FlagVerdict>()
  const [problem, setProblem] = useState<AppProblem>()
  const [limit, setLimit] = useState(() => ({ wait: c.wait, heard: Date.now() }))
  const [send, { busy }] = useWrite('POST /practice-flags/:id/submit')
  const id = useId()
  useEffect(() => setLimit({ wait: c.wait, heard: Date.now() }), [c.wait])
  const wait = useWait(limit)
  const solved = c.solve ?? (said?.result === 'right' ? { points: said.points, place: said.place } : null)
  if (solved)
    return (
      <div className={`flag-solved${said?.result === 'right' ? ' flag-solved-now' : ''}`} role="status">
        <Icon name="trophy" size={20} />
        <p>
          <strong>{t(solved.place === 1 ? 'flag.solved_first' : 'flag.solved_as', { n: solved.place })}</strong>
          <span className="mg-num">{t('flag.solved_points', { n: solved.points })}</span>
        </p>
      </div>
    )
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    if (busy || wait > 0 || text.trim() === '') return
    setProblem(undefined)
    setSaid(undefined)
    try {
      const judged = await send({
        params: { id: c.id },
        body: { text, ...(c.scene_id && close ? { close_scene: true } : {}) },
      })
      setSaid(judged)
      if (judged.result !== 'wrong') setText('')
      setLimit({ wait: judged.wait, heard: Date.now() })
    } catch (err) {
      const refused = problemOf(err)
      const seconds = refused.code === 'too_many' ? Number(refused.details?.['seconds']) : 0
      if (seconds > 0) setLimit({ wait: seconds, heard: Date.now() })
      else setProblem(refused)
    }
  }
  const left = said?.left ?? c.left
  return (
    <form className="flag-submit" onSubmit={(e) => void submit(e)}>
      <FlagField
        large
        several={c.several}
        label={t(c.several ? 'flag.flags' : 'flag.flag')}
        value={text}
        describedBy={`${id}-said`}
        onChange={setText}
        submit={t('flag.submit')}
        busy={busy}
        waits={wait > 0}
      />
      {c.several && <p className="mg-hint">{t('flag.several')}</p>}
      {c.scene_id && (
        <label className="flag-line">
          <input type="checkbox" checked={close} onChange={(e) => setClose(e.target.checked)} />
          {t('flag.close_scene')}
        </label>
      )}
      <div id={`${id}-said`} aria-live="polite" className="flag-said">
        {wait > 0 ? (
          <p className="flag-wait">
            <Icon name="clock" /> {t('flag.wait', { n: format.number(wait) })}
          </p>
        ) : said?.result === 'wrong' ? (
          <p className="flag-wrong">
            <Icon name="bad" /> {t(said.slow ? 'flag.said_slow' : 'flag.said_wrong')}{' '}
            {left <= 5 && t('flag.left', { n: left })}
          </p>
        ) : null}
      </div>
      {problem && <ProblemView compact problem={problem} />}
    </form>
  )
}
