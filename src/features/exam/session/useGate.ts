/** Whether an exam's candidate is asked before anything is begun. */
import { useEffect, useRef, useState } from 'react'
import type { ExamGuide } from '../../../contract/exam/attempt.schema.ts'
import { useRead } from '../../../kit/data/api.ts'
import { forgetBegin, saidBegin } from '../asked.ts'
import { useMe } from '../../../kit/session/use.ts'

export type Passed = 'begin' | 'resume'
export interface GateState {
  /** What the sitting may do; undefined while nobody knows, or the candidate is asked. */
  passed: Passed | undefined
  /** The exam he is asked about. */
  asks: ExamGuide | undefined
  begin: () => void
}

/**
 * @param named an attempt whose receipt is looked at
 * @param refused the server would have begun an attempt, and nobody was asked
 */
export function useGate(exam: string, named: string | undefined, refused: boolean): GateState {
  const me = useMe()?.resource_id
  // whoever signs in again goes on; what one said counts for nobody else
  const last = useRef(me)
  if (me !== undefined) last.current = me
  const key = `${exam} ${last.current ?? ''}`
  const [said, setSaid] = useState<{ key: string; passed: Passed } | undefined>(
    named !== undefined ? { key, passed: 'resume' } : saidBegin(exam) ? { key, passed: 'begin' } : undefined,
  )
  useEffect(forgetBegin, [])
  const passed = said?.key === key ? said.passed : undefined
  const waits = passed === undefined
  const { data, error, fetching } = useRead(
    'GET /my-exams/:id',
    { params: { id: exam } },
    { skip: !waits, every: 10_000 },
  )
  // a server that cannot be reached knows whether an attempt is open once it can
  const resumes = waits && !fetching && (error !== undefined || (data !== undefined && data.may !== 'begin'))
  useEffect(() => {
    if (resumes) setSaid({ key, passed: 'resume' })
  }, [resumes, key])
  useEffect(() => {
    if (refused) setSaid(undefined)
  }, [refused])
  return {
    passed,
    asks: waits && data?.may === 'begin' ? data : undefined,
    begin: () => setSaid({ key, passed: 'begin' }),
  }
}
