/** Notes the viewer took on lessons: each leads back to its second or page. */
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { KeptLessonNote } from '../../contract/course/media.schema.ts'
import { mediaLimits } from '../../contract/course/media.ts'
import { href } from '../../contract/screens/index.ts'
import { format, t } from '../../i18n/index.ts'
import { useRead, useWrite } from '../../kit/data/api.ts'
import { SearchBox } from '../../kit/list/search/SearchBox.tsx'
import { useUrlState } from '../../kit/list/state/useKept.ts'
import { useCourseText } from '../../parts/course/words.ts'
import { Ago } from '../../ui/data/DateTime.tsx'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { Empty } from '../../ui/feedback/Empty.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { Button, IconButton } from '../../ui/input/Button.tsx'
import { CountedTextArea } from '../../ui/input/CountedTextArea.tsx'
import { NewerOlderButtons } from './Pages.tsx'

const start = { q: '', page: 1 }
const size = 10

export function KeptLessonNotes() {
  const [at, setAt] = useUrlState(start)
  const { data, error, refetch } = useRead('GET /learning/notes', {
    query: { page: at.page, page_size: size, ...(at.q ? { q: at.q } : {}) },
  })
  return (
    <>
      <div className="kept-bar">
        <SearchBox label={t('keep.notes_search')} q={at.q} onSearch={(q) => setAt({ ...at, q, page: 1 })} />
      </div>
      {error && !data ? (
        <ProblemView compact problem={error} onRetry={refetch} />
      ) : !data ? (
        <Loading kind="text" rows={6} />
      ) : data.total === 0 ? (
        <Empty compact icon="note" title={t(at.q ? 'keep.no_match' : 'keep.notes_none')}>
          {at.q ? undefined : t('personal.lesson_notes_none')}
        </Empty>
      ) : (
        <>
          <ul className="kept-notes">
            {data.items.map((n) => (
              <OneNote key={n.id} of={n} />
            ))}
          </ul>
          <NewerOlderButtons page={at.page} size={size} total={data.total} onTurn={(page) => setAt({ ...at, page })} />
        </>
      )}
    </>
  )
}

/** The second of a video, or the page of a document. */
const placeText = ({ kind, place }: KeptLessonNote): string =>
  place === null ? '' : kind === 'video' ? format.clock(place) : t('learn.page_n', { n: place + 1 })

function OneNote({ of: n }: { of: KeptLessonNote }) {
  const { nameOf, titleOf } = useCourseText()
  const [text, setText] = useState<string>()
  const [removing, setRemoving] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const [write, { busy }] = useWrite('PUT /learning/notes/:id')
  const params = { id: n.id }
  const title = n.title || titleOf({ title: n.lesson_title, title_other: n.lesson_title_other }, n.course)
  const to = n.kind && {
    link: href(
      'my-lesson',
      { resource_id: n.course.id, lesson_id: n.lesson },
      { section: n.section, ...(n.place === null ? {} : { at: String(n.place) }) },
    ),
  }
  const save = async () => {
    setProblem(null)
    try {
      await write({ params, body: { text: (text ?? '').trim(), version: n.version } })
      setText(undefined)
    } catch (e) {
      setProblem(e)
    }
  }
  return (
    <li>
      <header className="kept-head">
        <h3>{to ? <Link to={to.link}>{[title, placeText(n)].filter(Boolean).join(' · ')}</Link> : title}</h3>
        <span className="mg-faint">
          {[nameOf(n.course).text, titleOf({ title: n.lesson_title, title_other: n.lesson_title_other }, n.course)]
            .filter(Boolean)
            .join(' · ')}{' '}
          · <Ago at={n.at} />
        </span>
        <span className="kept-acts">
          {text === undefined ? (
            <IconButton
              size="small"
              icon="edit"
              label={`${t('keep.note_change')}: ${title}`}
              onClick={() => setText(n.text)}
            />
          ) : (
            <Button size="small" busy={busy} disabled={text.trim() === ''} onClick={() => void save()}>
              {t('keep.note_done')}
            </Button>
          )}
          <IconButton
            size="small"
            icon="trash"
            label={`${t('keep.note_remove')}: ${title}`}
            onClick={() => setRemoving(true)}
          />
        </span>
      </header>
      {problem !== null && <ProblemView compact problem={problem} />}
      {text === undefined ? (
        <p className="personal-note-text">{n.text}</p>
      ) : (
        <CountedTextArea
          data-autofocus
          label={t('personal.notes')}
          value={text}
          max={mediaLimits.note}
          onChange={setText}
        />
      )}
      {removing && (
        <Confirm
          open
          danger
          title={t('keep.note_remove_title', { title })}
          confirm={t('keep.note_remove')}
          onConfirm={() => write({ params, body: { text: '', version: n.version } })}
          onClose={() => setRemoving(false)}
        />
      )}
    </li>
  )
}
