import { useNavigate } from 'react-router-dom'
import type { RunMode } from '../../contract/practice/practice.ts'
import { href } from '../../contract/screens/index.ts'
import { t } from '../../i18n/index.ts'
import { useWrite } from '../../kit/data/api.ts'
import { Button, type ButtonTone } from '../../ui/input/Button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { setListQueryOf, listStart, type SetList } from './exercise/from.ts'

interface StartRunProps {
  mode: RunMode
  /** Of all the learner may practise when left out. */
  set?: string
  /** How the list of the set is narrowed: the way back finds it so. */
  list?: SetList
  label?: string
  tone?: ButtonTone
  /** Why there is nothing to walk through. */
  off?: string | false
}

/** Begins a walk through questions and goes to its first. */
export function StartRun({ mode, set, list = listStart, label, tone = 'plain', off }: StartRunProps) {
  const [begin, { busy }] = useWrite('POST /practice/runs')
  const navigate = useNavigate()
  const go = async () => {
    try {
      const run = await begin({ body: { mode, set_id: set ?? null } })
      const first = run.questions[0]
      if (first)
        void navigate(href('practice-exercise', { exercise_id: first.id }, { run: run.id, ...setListQueryOf(list) }))
    } catch (e) {
      toast.problem(e)
    }
  }
  return (
    <Button tone={tone} busy={busy} off={off} onClick={() => void go()}>
      {label ?? t(`practice.mode.${mode}`)}
    </Button>
  )
}
