/** Looking at the nodes of a lab: when its learner asks, when its scene changed, and now and then while they work at it. */
import { useEffect, useRef, useState } from 'react'
import type { RouteResult } from '../../../../../contract/lib/route.ts'
import type { Api } from '../../../../../contract/api.ts'
import { openStatuses } from '../../../../../contract/scene/status.ts'
import { t } from '../../../../../i18n/index.ts'
import { useCall } from '../../../../../kit/data/call.ts'
import { useScene } from '../../../../../parts/scene/life/use.ts'
import { toast } from '../../../../../ui/feedback/toast.ts'
import { useNow } from '../../../../../ui/data/useNow.ts'
import { isOpenState, type ShownLab } from './lab.logic.ts'

type Reply = RouteResult<Api, 'POST /learning/courses/:id/sections/:section/checks'>
type Why = Reply['open'][number]['why']
/** Milliseconds between two looks that nobody asked for. */
const every = 20_000

export interface Checking {
  busy: boolean
  /** Why a step was not passed when its learner asked last. */
  said: ReadonlyMap<string, Why>
  look: (step?: string) => Promise<void>
}
interface Asked {
  course: string
  section: string
  lab: ShownLab
  off: boolean
  /** Something of it is not as it was. */
  onPassed: () => void
}
export function useChecks({ course, section, lab, off, onPassed }: Asked): Checking {
  const [judge] = useCall('POST /learning/courses/:id/sections/:section/checks')
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<ReadonlyMap<string, Why>>(new Map())
  const running = useRef(false)
  const { scene } = useScene(lab.scene_id ?? '')
  const live = !off && scene !== undefined && openStatuses.has(scene.status) && lab.steps.some(isOpenState)
  const now = useNow(live ? every : 0)

  const ask = async (quiet: boolean, step?: string): Promise<void> => {
    if (running.current || off) return
    running.current = true
    if (!quiet) setBusy(true)
    try {
      const reply = await judge({ params: { id: course, section }, body: step === undefined ? {} : { step } })
      if (!quiet) setSaid(new Map(reply.open.map((o) => [o.step, o.why])))
      if (reply.passed.length) {
        toast.ok(t('learn.lab_passed_n', { n: reply.passed.length }))
        onPassed()
      }
      if (reply.completed) toast.ok(t('learn.completed_now'))
    } catch (e) {
      if (!quiet) toast.problem(e)
    } finally {
      running.current = false
      if (!quiet) setBusy(false)
    }
  }
  const latest = useRef(ask)
  latest.current = ask
  const [since] = useState(() => now.getTime())
  const revision = scene?.revision
  const tick = now.getTime()
  useEffect(() => {
    // not at once: a page that is opened shows what was passed
    if (live && !document.hidden && tick > since) void latest.current(true)
  }, [live, revision, tick, since])
  return { busy, said, look: (step) => ask(false, step) }
}
