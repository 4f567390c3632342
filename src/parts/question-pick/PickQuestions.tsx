/** Questions of the banks, to be put on a paper or into a quiz: searched, filtered, several at once. */
import './pick.css'
import { useState } from 'react'
import type { PickedQuestion } from '../../contract/bank/paper.routes.ts'
import {
  type Bank,
  banks,
  type Difficulty,
  difficulties,
  type QuestionType,
  setOf,
  typesOf,
} from '../../contract/bank/question.ts'
import { format, type MessageKey, t } from '../../i18n/index.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../kit/list/Browse.tsx'
import { Pick } from '../../kit/pick/Pick.tsx'
import { WordsInput } from '../../kit/resource/input/WordsInput.tsx'
import { Table } from '../../ui/data/Table.tsx'
import { Button } from '../../ui/input/Button.tsx'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { Tabs } from '../../ui/layout/Tabs.tsx'
import { InExamTag } from './InExamTag.tsx'
import { bankText, typeText } from '../question/words.ts'

interface PickQuestionsProps {
  /** Banks to pick from. */
  from?: readonly [Bank, ...Bank[]]
  /** Questions that are there already. */
  taken: ReadonlySet<string>
  section: string
  words?: { add: MessageKey; taken: MessageKey }
  onPick: (questions: readonly PickedQuestion[]) => void
  onClose: () => void
}
/** What is of one bank, and says nothing in another. */
const ofBank = {
  type: undefined as QuestionType | undefined,
  difficulty: undefined as Difficulty | undefined,
  set_id: undefined as string | undefined,
  knowledge: undefined as readonly string[] | undefined,
}
const ofPaper = { add: 'paper.pick_add', taken: 'paper.pick_taken' } as const
const start = { q: '', page: 1, ...ofBank }

export function PickQuestions({ from = banks, taken, section, words = ofPaper, onPick, onClose }: PickQuestionsProps) {
  const [bank, setBank] = useState<Bank>(from[0])
  const questions = useBrowse('GET /papers/questions', { start, inDialog: true, query: { bank } })
  const { at } = questions
  const [chosen, setChosen] = useState<ReadonlyMap<string, PickedQuestion>>(new Map())
  const turn = (questions: readonly PickedQuestion[], on: boolean) => {
    const next = new Map(chosen)
    for (const q of questions)
      if (on) next.set(q.question_id, q)
      else next.delete(q.question_id)
    setChosen(next)
  }
  const risky = [...chosen.values()].filter((q) => q.in_exam !== null).length
  return (
    <Dialog
      open
      size="wide"
      title={t('paper.pick_title', { section })}
      onClose={onClose}
      actions={
        <>
          <span className="pick-q-n mg-dim" role="status">
            {t('paper.pick_chosen', { n: chosen.size })}
            {risky > 0 && ` · ${t('paper.pick_in_exam', { n: risky })}`}
          </span>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button
            tone="primary"
            disabled={chosen.size === 0}
            onClick={() => {
              onPick([...chosen.values()])
              onClose()
            }}
          >
            {t(words.add)}
          </Button>
        </>
      }
    >
      {from.length > 1 && (
        <Tabs
          label={t('paper.pick_bank')}
          items={from.map((id) => ({ id, label: bankText(id) }))}
          active={bank}
          onChange={(id) => {
            setBank(id)
            questions.narrow(ofBank)
          }}
        />
      )}
      <BrowseBar
        of={questions}
        search={t('paper.pick_search')}
        filters={[
          ...(bank === 'theory'
            ? [
                {
                  field: 'type' as const,
                  closed: true,
                  label: t('theory-question.field.type'),
                  all: t('paper.any_type'),
                  options: typesOf.theory.map((value) => ({ value, label: typeText(value) })),
                },
              ]
            : []),
          {
            field: 'difficulty',
            closed: true,
            label: t('paper.field.difficulty'),
            all: t('paper.any_difficulty'),
            options: difficulties.map((value) => ({ value, label: t(`paper.difficulty.${value}`) })),
          },
        ]}
      >
        <div className="pick-q-wide">
          <label className="mg-faint" htmlFor="pick-q-set">
            {t('theory-question.field.set_id')}
          </label>
          <Pick
            key={bank}
            id="pick-q-set"
            to={setOf[bank]}
            clearable
            value={at.set_id ? [at.set_id] : []}
            onChange={(ids) => questions.narrow({ set_id: ids[0] })}
          />
        </div>
        <div className="pick-q-wide">
          <label className="mg-faint" htmlFor="pick-q-knowledge">
            {t('theory-question.field.knowledge')}
          </label>
          <WordsInput
            id="pick-q-knowledge"
            value={at.knowledge ?? []}
            onChange={(list) => questions.narrow({ knowledge: list.length > 0 ? list : undefined })}
          />
        </div>
      </BrowseBar>
      <BrowseView
        compact
        of={questions}
        name={t('paper.pick_search')}
        empty={{ icon: 'search', title: t('paper.pick_none') }}
      >
        {({ items }) => (
          <Table
            name={t('paper.pick_search')}
            className="pick-q-table"
            rows={items}
            keyOf={(q) => q.question_id}
            select={{
              all: t('paper.pick_all'),
              nameOf: (q) => q.title,
              has: (q) => taken.has(q.question_id) || chosen.has(q.question_id),
              fixed: (q) => taken.has(q.question_id),
              onTurn: turn,
            }}
            columns={[
              {
                head: t('theory-question.field.title'),
                cell: (q) => (
                  <>
                    {q.title} <InExamTag of={q.in_exam} />{' '}
                    {taken.has(q.question_id) && <span className="mg-faint">{t(words.taken)}</span>}
                  </>
                ),
              },
              { head: t('theory-question.field.type'), short: true, cell: (q) => typeText(q.type) },
              { head: t('paper.field.difficulty'), short: true, cell: (q) => t(`paper.difficulty.${q.difficulty}`) },
              { head: t('theory-question.field.set_id'), cell: (q) => q.set_name },
              {
                head: t('theory-question.field.score'),
                short: true,
                className: 'mg-num',
                cell: (q) => format.number(q.score),
              },
            ]}
          />
        )}
      </BrowseView>
    </Dialog>
  )
}
