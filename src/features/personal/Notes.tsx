/** Notes the viewer wrote on questions and on lessons: found, read, changed and removed here. */
import './kept.css'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type Bank, banks } from '../../contract/bank/question.ts'
import type { KeptNote } from '../../contract/practice/keep.schema.ts'
import { t } from '../../i18n/index.ts'
import { useRead, useWrite } from '../../kit/data/api.ts'
import { useAccess } from '../../kit/session/access.ts'
import { Chips } from '../../ui/data/Chips.tsx'
import { SearchBox } from '../../kit/list/search/SearchBox.tsx'
import { pathOfQuestion } from '../../parts/question-tools/link.ts'
import { NoteEditor } from '../../parts/question-tools/NoteEditor.tsx'
import { Button, IconButton } from '../../ui/input/Button.tsx'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { Ago } from '../../ui/data/DateTime.tsx'
import { Empty } from '../../ui/feedback/Empty.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { Markdown } from '../../ui/text/Markdown.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { BankChoice } from './Collections.tsx'
import { KeptLessonNotes } from './KeptLessonNotes.tsx'
import { NewerOlderButtons } from './Pages.tsx'
import { useUrlState } from '../../kit/list/state/useKept.ts'

const start = { q: '', page: 1, bank: undefined as Bank | undefined }
const among = { bank: banks }

const size = 10

const kinds = ['questions', 'lessons'] as const
/** Notes on one or the other, as far as the viewer's screens reach. */
export function Notes() {
  const [{ notes }, setAt] = useUrlState({ notes: undefined as (typeof kinds)[number] | undefined }, { notes: kinds })
  const { visible } = useAccess()
  const open = kinds.filter((k) => visible.has(k === 'lessons' ? 'my-lesson' : 'practice'))
  const shown = notes && open.includes(notes) ? notes : open[0]
  return (
    <Panel
      title={t('personal.notes')}
      description={t(shown === 'lessons' ? 'personal.lesson_notes_text' : 'keep.notes_text')}
      flush
      actions={
        open.length > 1 && (
          <Chips
            label={t('personal.notes')}
            value={shown}
            items={open.map((value) => ({ value, label: t(`personal.notes_of.${value}`) }))}
            onChange={(next) => setAt({ notes: next })}
          />
        )
      }
    >
      {shown === 'lessons' ? <KeptLessonNotes /> : <QuestionNotes />}
    </Panel>
  )
}

function QuestionNotes() {
  const [at, setAt] = useUrlState(start, among)
  const [editing, setEditing] = useState<string>()
  const [removing, setRemoving] = useState<KeptNote>()
  const [write] = useWrite('PUT /question-tools/:id/note')
  const { data, error, refetch } = useRead('GET /notes', {
    query: {
      page: at.page,
      page_size: size,
      ...(at.q ? { q: at.q } : {}),
      ...(at.bank ? { bank: [at.bank] } : {}),
    },
  })
  const narrowed = at.q !== '' || at.bank !== undefined
  return (
    <>
      <div className="kept-bar">
        <SearchBox label={t('keep.notes_search')} q={at.q} onSearch={(q) => setAt({ ...at, q, page: 1 })} />
        <BankChoice value={at.bank} onChange={(bank) => setAt({ ...at, page: 1, bank })} />
      </div>
      {error && !data ? (
        <ProblemView compact problem={error} onRetry={refetch} />
      ) : !data ? (
        <Loading kind="text" rows={6} />
      ) : data.total === 0 ? (
        <Empty compact icon="note" title={t(narrowed ? 'keep.no_match' : 'keep.notes_none')}>
          {narrowed ? undefined : t('keep.notes_none_text')}
        </Empty>
      ) : (
        <>
          <ul className="kept-notes">
            {data.items.map((n) => (
              <li key={n.id}>
                <header className="kept-head">
                  <h3>{n.open ? <Link to={pathOfQuestion(n)}>{n.title}</Link> : n.title}</h3>
                  <span className="mg-faint">
                    {t(`keep.bank.${n.bank}`)} · <Ago at={n.at} />
                    {!n.open && ` · ${t('keep.not_open')}`}
                  </span>
                  <span className="kept-acts">
                    {editing === n.id ? (
                      <Button size="small" onClick={() => setEditing(undefined)}>
                        {t('keep.note_done')}
                      </Button>
                    ) : (
                      <IconButton
                        size="small"
                        icon="edit"
                        label={`${t('keep.note_change')}: ${n.title}`}
                        onClick={() => setEditing(n.id)}
                      />
                    )}
                    <IconButton
                      size="small"
                      icon="trash"
                      label={`${t('keep.note_remove')}: ${n.title}`}
                      onClick={() => setRemoving(n)}
                    />
                  </span>
                </header>
                {editing === n.id ? <NoteEditor question={n.id} note={n} /> : <Markdown text={n.text} />}
              </li>
            ))}
          </ul>
          <NewerOlderButtons page={at.page} size={size} total={data.total} onTurn={(page) => setAt({ ...at, page })} />
        </>
      )}
      {removing && (
        <Confirm
          open
          danger
          title={t('keep.note_remove_title', { title: removing.title })}
          confirm={t('keep.note_remove')}
          onConfirm={() => write({ params: { id: removing.id }, body: { text: '', version: removing.version } })}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  )
}
