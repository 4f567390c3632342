/** Objections of candidates, open ones first; another marker than who gave the points answers, or else whoever keeps the exam. */
import { useState } from 'react'
import type { Exam } from '../../../contract/exam/exam.schema.ts'
import { examLimits } from '../../../contract/exam/exam.ts'
import { format, t } from '../../../i18n/index.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { BrowseView, useBrowse } from '../../../kit/list/Browse.tsx'
import { useTyped } from '../../../kit/form/typed.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { CountedTextArea } from '../../../ui/input/CountedTextArea.tsx'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { TextField } from '../../../ui/input/TextField.tsx'
import { NobodyLeft } from './NobodyLeft.tsx'
import { SheetAnswer } from './SheetAnswer.tsx'
import { SheetLink } from './SheetLink.tsx'
import { bylineWords } from '../../../parts/byline/words.ts'
import { pointsWrong } from '../../../parts/marking/PointsForm.tsx'
import { emptyDraft, typedPointsOf, typedOf } from '../../../parts/marking/points.logic.ts'

const start = { page: 1 }
export function Objections({ exam }: { exam: Exam }) {
  const found = useBrowse('GET /exams/:id/objections', { start, params: { id: exam.id } })
  const [open, setOpen] = useState<Objection>()
  const others = found.data?.answered_by ?? []
  return (
    <>
      <BrowseView
        compact
        of={found}
        name={t('marking.tab.objections')}
        empty={{ icon: 'check', title: t('marking.no_objections'), text: t('marking.no_objections_text') }}
      >
        {({ items }) => (
          <ul className="marking-objections">
            {items.map((o) => (
              <li key={`${o.attempt} ${o.item}`}>
                <Panel
                  level={3}
                  title={
                    <SheetLink exam={exam} of={o.attempt}>
                      {o.author ? bylineWords(o.author) : o.candidate}
                    </SheetLink>
                  }
                  description={
                    <>
                      {o.question} · <DateTime at={o.at} />
                    </>
                  }
                  actions={
                    <>
                      <strong className="mg-num">
                        {o.points === null ? '–' : format.number(o.points)} / {format.number(o.score)}
                      </strong>
                      {o.may && (
                        <Button size="small" onClick={() => setOpen(o)}>
                          {t('marking.answer')}
                        </Button>
                      )}
                    </>
                  }
                >
                  <p className="marking-text">{o.text}</p>
                  {o.may && <SheetAnswer sheet={o.attempt} item={o.item} />}
                  {o.reply === null ? (
                    !o.may && (
                      <p className="mg-dim">
                        {o.nobody_left ? (
                          <NobodyLeft exam={exam} deciders={found.data?.deciders ?? []}>
                            {t('marking.nobody_left')}
                          </NobodyLeft>
                        ) : others.length > 0 ? (
                          t('marking.markers_answer', { names: format.list(others) })
                        ) : (
                          t('marking.another_answers')
                        )}
                      </p>
                    )
                  ) : (
                    <p className="exam-message">
                      <span className="mg-dim">{o.replied_by && bylineWords(o.replied_by)}:</span> {o.reply}
                    </p>
                  )}
                </Panel>
              </li>
            ))}
          </ul>
        )}
      </BrowseView>
      {open && <Reply key={`${open.attempt} ${open.item}`} of={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

interface Objection {
  attempt: string
  item: string
  text: string
  points: number | null
  score: number
}
function Reply({ of: o, onClose }: { of: Objection; onClose: () => void }) {
  const [typed, setTyped] = useState(o.points === null ? '' : typedOf(o.points))
  const [text, setText] = useTyped(`reply:${o.attempt}:${o.item}`)
  const [reply] = useWrite('POST /exam-sheets/:id/reply')
  const points = typedPointsOf({ ...emptyDraft, typed }, o.score)
  return (
    <Confirm
      open
      size="default"
      title={t('marking.answer_title')}
      confirm={t('marking.answer')}
      missing={[
        points === undefined && t('marking.points_now', { score: format.number(o.score) }),
        text.trim() === '' && t('marking.answer_text'),
      ]}
      onConfirm={async () => {
        await reply({ params: { id: o.attempt }, body: { item: o.item, points: points ?? 0, reply: text.trim() } })
        setText('')
      }}
      onClose={onClose}
    >
      <div className="marking-dialog">
        <p className="exam-message">{o.text}</p>
        <SheetAnswer sheet={o.attempt} item={o.item} />
        <TextField
          label={t('marking.points_now', { score: format.number(o.score) })}
          required
          value={typed}
          inputMode="decimal"
          autoComplete="off"
          error={typed !== '' && points === undefined ? pointsWrong(o.score) : undefined}
          onChange={setTyped}
        />
        <CountedTextArea
          label={t('marking.answer_text')}
          aria-required
          value={text}
          max={examLimits.objection}
          rows={4}
          onChange={setText}
        />
      </div>
    </Confirm>
  )
}
