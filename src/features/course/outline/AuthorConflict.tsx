/** Somebody else saved the same meanwhile: both versions side by side, and two ways on. Nothing is thrown away before one is chosen. */
import type { ReactNode } from 'react'
import { t } from '../../../i18n/index.ts'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import type { ReadyState } from './author.state.ts'
import { ContentText } from './contents.tsx'
import { type Draft, draftOf, placeOf } from './outline.logic.ts'

interface ConflictProps {
  state: ReadyState
  onSettle: (of: 'outline' | { section: string }, way: 'mine' | 'theirs') => void
}

export function AuthorConflict({ state, onSettle }: ConflictProps) {
  const { outline, sections } = state
  if (outline.save.at === 'conflict' && outline.theirs)
    return (
      <Sides
        title={t('course.conflict_outline')}
        text={t('course.conflict_outline_text')}
        mine={<OutlineText doc={outline.history.now} />}
        theirs={<OutlineText doc={draftOf(outline.theirs.draft)} />}
        onSettle={(way) => onSettle('outline', way)}
      />
    )
  const found = [...sections].find(([, x]) => x.save.at === 'conflict')
  if (!found?.[1].theirs) return null
  const [section, { now, theirs }] = found
  const place = placeOf(outline.history.now, section)
  return (
    <Sides
      title={t('course.conflict_section', { title: place?.at === 'section' ? place.section.title : '' })}
      text={t('course.conflict_section_text')}
      mine={<ContentText content={now} />}
      theirs={<ContentText content={theirs.content} />}
      who={theirs.updated_by_name}
      when={theirs.updated_at}
      onSettle={(way) => onSettle({ section }, way)}
    />
  )
}

interface SidesProps {
  title: string
  text: string
  mine: ReactNode
  theirs: ReactNode
  who?: string
  when?: string
  onSettle: (way: 'mine' | 'theirs') => void
}
function Sides({ title, text, mine, theirs, who, when, onSettle }: SidesProps) {
  return (
    <Dialog
      open
      locked
      size="wide"
      title={title}
      onClose={() => undefined}
      actions={
        <>
          <Button onClick={() => onSettle('theirs')}>{t('course.conflict_theirs')}</Button>
          <Button onClick={() => onSettle('mine')}>{t('course.conflict_mine')}</Button>
        </>
      }
    >
      {/* it opens in the middle of a word: no key that is on its way chooses */}
      <p className="mg-dim" tabIndex={-1} data-autofocus>
        {text}
      </p>
      <div className="course-sides">
        <section>
          <h3>{t('course.version_mine')}</h3>
          {mine}
        </section>
        <section>
          <h3>{t('course.version_theirs')}</h3>
          {who && when && (
            <p className="mg-faint">
              {who} · <DateTime at={when} />
            </p>
          )}
          {theirs}
        </section>
      </div>
    </Dialog>
  )
}

function OutlineText({ doc }: { doc: Draft }) {
  return (
    <ol className="course-side">
      {doc.chapters.map((c) => (
        <li key={c.id}>
          {c.title}
          <ol>
            {c.lessons.map((l) => (
              <li key={l.id}>
                {l.title}
                <ol>
                  {l.sections.map((s) => (
                    <li key={s.id}>{s.title}</li>
                  ))}
                </ol>
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ol>
  )
}
