/** Questions of the three banks, to be put on a paper: searched, filtered, several at once. */
import { useState } from 'react'
import type { PickedQuestion } from '../../../contract/bank/paper.routes.ts'
import { type Bank, banks, difficulties, setOf, typesOf } from '../../../contract/bank/question.ts'
import type { RowPage } from '../../../contract/lib/resource.ts'
import { format, t } from '../../../i18n/index.ts'
import { useCached } from '../../../kit/data/api.ts'
import { SearchBox } from '../../../kit/list/search/SearchBox.tsx'
import { Pick } from '../../../kit/pick/Pick.tsx'
import { NativeSelect } from '../../../kit/resource/input/Select.tsx'
import { WordsInput } from '../../../kit/resource/input/WordsInput.tsx'
import { Table } from '../../../ui/data/Table.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { Tabs } from '../../../ui/layout/Tabs.tsx'
import { typeText } from '../../../parts/question/words.ts'
import { bankText } from '../words.ts'

interface PickQuestionsProps {
  /** Questions that are on the variant already. */
  taken: ReadonlySet<string>
  section: string
  onPick: (questions: readonly PickedQuestion[]) => void
  onClose: () => void
}
const size = 20
const nothing = { q: '', type: '', difficulty: '', set: '', knowledge: [] as readonly string[], page: 1 }

export function PickQuestions({ taken, section, onPick, onClose }: PickQuestionsProps) {
  const [bank, setBank] = useState<Bank>('theory')
  const [by, setBy] = useState(nothing)
  const [chosen, setChosen] = useState<ReadonlyMap<string, PickedQuestion>>(new Map())
  const narrow = (part: Partial<typeof nothing>) => setBy({ ...by, page: 1, ...part })
  const { data, error, refetch } = useCached<RowPage<PickedQuestion>>('GET /papers/questions', {
    query: {
      bank,
      page: by.page,
      page_size: size,
      ...(by.q ? { q: by.q } : {}),
      ...(by.type ? { type: [by.type] } : {}),
      ...(by.difficulty ? { difficulty: [by.difficulty] } : {}),
      ...(by.set ? { set_id: [by.set] } : {}),
      ...(by.knowledge.length ? { knowledge: by.knowledge } : {}),
    },
  })
  const turn = (questions: readonly PickedQuestion[], on: boolean) => {
    const next = new Map(chosen)
    for (const q of questions)
      if (on) next.set(q.question_id, q)
      else next.delete(q.question_id)
    setChosen(next)
  }
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / size))
  return (
    <Dialog
      open
      size="wide"
      title={t('paper.pick_title', { section })}
      onClose={onClose}
      actions={
        <>
          <span className="paper-pick-n mg-dim" role="status">
            {t('paper.pick_chosen', { n: chosen.size })}
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
            {t('paper.pick_add')}
          </Button>
        </>
      }
    >
      <Tabs
        label={t('paper.pick_bank')}
        items={banks.map((id) => ({ id, label: bankText(id) }))}
        active={bank}
        onChange={(id) => {
          setBank(id)
          setBy({ ...nothing, q: by.q })
        }}
      />
      <div className="paper-pick-bar">
        <SearchBox label={t('paper.pick_search')} q={by.q} onSearch={(q) => narrow({ q })} />
        {bank === 'theory' && (
          <NativeSelect
            aria-label={t('theory-question.field.type')}
            value={by.type}
            options={[
              { value: '', label: t('paper.any_type') },
              ...typesOf.theory.map((value) => ({ value, label: typeText(value) })),
            ]}
            onChange={(type) => narrow({ type })}
          />
        )}
        <NativeSelect
          aria-label={t('paper.field.difficulty')}
          value={by.difficulty}
          options={[
            { value: '', label: t('paper.any_difficulty') },
            ...difficulties.map((value) => ({ value, label: t(`paper.difficulty.${value}`) })),
          ]}
          onChange={(difficulty) => narrow({ difficulty })}
        />
        <div className="paper-pick-wide">
          <label className="mg-faint" htmlFor="paper-pick-set">
            {t('theory-question.field.set_id')}
          </label>
          <Pick
            key={bank}
            id="paper-pick-set"
            to={setOf[bank]}
            clearable
            value={by.set ? [by.set] : []}
            onChange={(ids) => narrow({ set: ids[0] ?? '' })}
          />
        </div>
        <div className="paper-pick-wide">
          <label className="mg-faint" htmlFor="paper-pick-knowledge">
            {t('theory-question.field.knowledge')}
          </label>
          <WordsInput id="paper-pick-knowledge" value={by.knowledge} onChange={(knowledge) => narrow({ knowledge })} />
        </div>
      </div>
      {error && !data && <ProblemView compact problem={error} onRetry={refetch} />}
      {!data && !error && <Loading kind="list" />}
      {data && data.total === 0 && <p className="paper-hole mg-faint">{t('paper.pick_none')}</p>}
      {data && data.total > 0 && (
        <Table
          name={t('paper.pick_search')}
          className="paper-pick-table"
          rows={data.items}
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
                  {q.title} {taken.has(q.question_id) && <span className="mg-faint">{t('paper.pick_taken')}</span>}
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
      {pages > 1 && (
        <p className="paper-pick-pages">
          <Button size="small" disabled={by.page === 1} onClick={() => setBy({ ...by, page: by.page - 1 })}>
            {t('paper.page_before')}
          </Button>
          <span className="mg-num mg-dim">
            {format.number(by.page)} / {format.number(pages)}
          </span>
          <Button size="small" disabled={by.page >= pages} onClick={() => setBy({ ...by, page: by.page + 1 })}>
            {t('paper.page_after')}
          </Button>
        </p>
      )}
    </Dialog>
  )
}
