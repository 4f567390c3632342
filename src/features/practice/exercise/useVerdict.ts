/** What was said of the answer handed in last: the address names its try, so that a reload finds the verdict again. */
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { JudgedTry } from '../../../contract/practice/theory.schema.ts'
import { useRead } from '../../../kit/data/api.ts'

interface Verdict {
  judged: JudgedTry | undefined
  /** `undefined`: the question is answered once more. */
  setJudged: (judged: JudgedTry | undefined) => void
  /** The address names a try that has yet to be read. */
  unread: boolean
}

export function useVerdict(question: string, language: 'en-US' | 'zh-CN'): Verdict {
  const [search, setSearch] = useSearchParams()
  const [said, setSaid] = useState<JudgedTry>()
  const named = search.get('try')
  const skip = named === null || said !== undefined
  const { data, error } = useRead(
    'GET /practice/tries/:id',
    { params: { id: named ?? '' }, query: { language } },
    { skip },
  )
  // a reload tells no more than the verdict did: what is right is told after a wrong answer when it is asked for
  const read =
    skip || data?.question_id !== question
      ? undefined
      : data.right === false && !data.own
        ? { ...data, key: null }
        : data
  return {
    judged: said ?? read,
    setJudged: (judged) => {
      setSaid(judged)
      setSearch(
        (now) => {
          const next = new URLSearchParams(now)
          if (judged) next.set('try', judged.id)
          else next.delete('try')
          return next
        },
        { replace: true, preventScrollReset: true },
      )
    },
    unread: !skip && !data && !error,
  }
}
