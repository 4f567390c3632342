/** The desk of one question of an exam, with what equals others and the machines of the answer. */
import { useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { useRead, useWrite } from '../../../../kit/data/api.ts'
import { useSettings } from '../../../../kit/session/use.ts'
import { problemOf } from '../../../../lib/problem.ts'
import { MarkingDesk } from '../../../../parts/marking/MarkingDesk.tsx'
import { start } from '../../../../parts/marking/queue.logic.ts'
import { SceneLine } from '../SceneLine.tsx'
import { AlikeAnswers } from './Alike.tsx'

interface DeskProps {
  exam: string
  item: string
  /** Answers to it without their points, whoever gives them. */
  open: number
  /** The next question with something for this marker. */
  next: { label: string; to: string } | undefined
}
const noRules = { double: false, threshold: 0, out: false }

export function RapidMarkingDesk({ exam, item, open, next }: DeskProps) {
  const { language } = useSettings()
  const [place, setPlace] = useState(start)
  // times the marker's key asked for the fill-ins that equal the key
  const [asked, setAsked] = useState(0)
  const params = { id: exam }
  const not = place.skipped.length ? { not: [...place.skipped] } : {}
  const waiting = useRead('GET /exams/:id/marking/next', { params, query: { item, language, ...not } })
  const mine = useRead('GET /exams/:id/marking/mine', { params, query: { item, language } })
  const [give, { busy }] = useWrite('POST /exam-sheets/:id/marks')
  return (
    <MarkingDesk
      item={item}
      queue={{ waiting, own: mine.data?.items ?? [], open }}
      place={place}
      onPlace={setPlace}
      rules={waiting.data?.rules ?? noRules}
      busy={busy}
      give={async ({ attempt, item: { may } }, points, { comment, lines }) => {
        if (may === null) return
        const body = { item, points, comment: comment.trim(), lines: [...lines], round: may }
        await give({ params: { id: attempt }, body })
      }}
      passed={(e) => {
        // it has its points from somebody else: the next one
        const taken = problemOf(e).code === 'marked_meanwhile'
        if (taken) waiting.refetch()
        return taken
      }}
      next={next}
      words={{ allMarked: t('marking.all_marked_text') }}
      tools={() => (
        <>
          <AlikeAnswers exam={exam} item={item} kind="blanks" />
          <AlikeAnswers exam={exam} item={item} kind="matches" asked={asked} />
        </>
      )}
      aside={({ attempt, item: of }) => of.scene && <SceneLine sheet={attempt} of={of.scene} />}
      onMatches={() => setAsked((n) => n + 1)}
    />
  )
}
