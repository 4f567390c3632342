/** A report that saves itself: after a rest of the keys, when its page is hidden, and when it goes. What is done with it waits for each other. */
import { useEffect, useMemo, useRef, useState } from 'react'
import type { OwnLabReport } from '../../../../../contract/course/report.schema.ts'
import { t } from '../../../../../i18n/index.ts'
import { useRead, useWrite } from '../../../../../kit/data/api.ts'
import { useCall } from '../../../../../kit/data/call.ts'
import { type AppProblem, problemOf } from '../../../../../lib/problem.ts'
import type { ConsoleKeeping } from '../../../../../parts/scene/console/keeping.ts'
import { toast } from '../../../../../ui/feedback/toast.ts'
import { withLines } from './lab.logic.ts'
import * as logic from './report.logic.ts'

/** Milliseconds between the last key and the save. */
const rest = 1200

export interface Reporting {
  draft: logic.ReportDraft | undefined
  error: AppProblem | undefined
  refetch: () => void
  /** It is the author's turn. */
  may: boolean
  type: (text: string) => void
  save: () => Promise<void>
  settle: (keep: 'mine' | 'theirs') => void
  submit: () => Promise<void>
  add: (recording: string) => Promise<boolean>
  remove: (recording: string) => Promise<void>
  /** The PDF that goes with it; null: none. */
  choose: (file: string | null) => Promise<void>
  keeping: ConsoleKeeping
}

export function useReport({ course, section, off }: { course: string; section: string; off: boolean }): Reporting {
  const at = { params: { id: course, section } }
  const read = useRead('GET /learning/courses/:id/sections/:section/report', at, { skip: off, fresh: true })
  const [put] = useCall('PUT /learning/courses/:id/sections/:section/report')
  const [hand] = useWrite('POST /learning/courses/:id/sections/:section/report/submit')
  const [addOne] = useCall('POST /learning/courses/:id/sections/:section/report/evidence')
  const [dropOne] = useCall('POST /learning/courses/:id/sections/:section/report/evidence/remove')
  const [chooseOne] = useCall('PUT /learning/courses/:id/sections/:section/report/document')
  const [draft, setDraft] = useState<logic.ReportDraft>()
  const now = useRef(draft)
  const set = (next: logic.ReportDraft) => {
    now.current = next
    setDraft(next)
  }
  // what comes from elsewhere is taken while nothing of one's own stands against it
  const { data } = read
  useEffect(() => {
    if (!data) return
    const d = now.current
    if (!d) set(logic.beginReport(data))
    else if (data.version > d.own.version && (d.phase.at === 'idle' || d.phase.at === 'saved'))
      set(logic.tookReport(d, data))
    else if (data.version === d.own.version && data.status !== d.own.status) set({ ...d, own: data })
  }, [data])

  const line = useRef<Promise<unknown>>(Promise.resolve())
  /** One after the other: each begins with the version the one before it left. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = line.current.then(work, work)
    line.current = mine.catch(() => {})
    return mine
  }
  const stale = (e: unknown): OwnLabReport | undefined => {
    const problem = problemOf(e)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server tells the report as it stands
    return problem.code === 'stale_version' ? (problem.details?.['current'] as OwnLabReport | undefined) : undefined
  }
  const keep = async (): Promise<void> => {
    const d = now.current
    if (!d || !logic.isReportOwed(d)) return
    set(logic.savingReport(d))
    try {
      const own = await put({ ...at, body: { text: d.text, version: d.own.version } })
      const typed = now.current?.text ?? d.text
      set(logic.tookReport({ ...d, text: typed, own: { ...d.own, text: d.text } }, own))
    } catch (e) {
      const theirs = stale(e)
      const last = now.current ?? d
      set(theirs ? logic.overtakenReport({ ...last, phase: { at: 'typing' } }, theirs) : logic.failedReport(last))
    }
  }
  const save = () => inTurn(keep)
  const latest = useRef(save)
  latest.current = save
  const phase = draft?.phase.at
  const text = draft?.text
  useEffect(() => {
    if (phase !== 'typing') return undefined
    const timer = setTimeout(() => void latest.current(), rest)
    return () => clearTimeout(timer)
  }, [text, phase])
  useEffect(() => {
    const hidden = () => document.visibilityState === 'hidden' && void latest.current()
    document.addEventListener('visibilitychange', hidden)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      void latest.current()
    }
  }, [])

  const took = (own: OwnLabReport) => {
    const d = now.current
    if (d) set(logic.tookReport(d, own))
  }
  const type = (to: string) => {
    const d = now.current
    if (d) set(logic.typedReport(d, to))
  }
  const add = (recording: string): Promise<boolean> =>
    inTurn(async () => {
      await keep()
      try {
        took(await addOne({ ...at, body: { recording_id: recording } }))
        return true
      } catch (e) {
        toast.problem(e)
        return false
      }
    })
  const acts = useRef({ add, type })
  acts.current = { add, type }
  const keeping = useMemo(
    (): ConsoleKeeping => ({
      onPicture: (recording) =>
        void acts.current.add(recording).then((done) => done && toast.ok(t('learn.report_picture_added'))),
      onRecording: (recording) =>
        void acts.current.add(recording).then((done) => done && toast.ok(t('learn.report_recording_added'))),
      onLines(lines, node) {
        const d = now.current
        if (!d || lines.trim() === '') return
        acts.current.type(withLines(d.text, lines, node))
        toast.ok(t('learn.report_lines_added'))
      },
    }),
    [],
  )
  return {
    draft,
    error: read.error,
    refetch: read.refetch,
    may: draft?.own.can.includes('write') ?? false,
    type,
    save,
    settle(which) {
      if (draft) set(logic.resolvedReport(draft, which))
    },
    submit: () =>
      inTurn(async () => {
        await keep()
        const d = now.current
        if (!d || logic.isReportOwed(d) || d.phase.at === 'stale') return
        const own = await hand({ ...at, body: { version: d.own.version } })
        set(logic.beginReport(own))
      }),
    add,
    remove: (recording) =>
      inTurn(async () => {
        await keep()
        try {
          took(await dropOne({ ...at, body: { recording_id: recording } }))
        } catch (e) {
          toast.problem(e)
        }
      }),
    choose: (file) =>
      inTurn(async () => {
        await keep()
        try {
          took(await chooseOne({ ...at, body: { file } }))
        } catch (e) {
          toast.problem(e)
        }
      }),
    keeping,
  }
}
