import { useId, useState } from 'react'
import type { Note } from '../../contract/practice/keep.schema.ts'
import { keepLimits } from '../../contract/practice/keep.ts'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Markdown } from '../../ui/text/Markdown.tsx'
import { Tabs } from '../../ui/layout/Tabs.tsx'
import './tools.css'
import { useNote } from './useNote.ts'

interface NoteEditorProps {
  question: string
  note: Note | null
}

/** A note of one's own on a question, saved as it is typed. */
export function NoteEditor({ question, note }: NoteEditorProps) {
  const { writing, type, settle, save } = useNote(question, note)
  const [view, setView] = useState('edit')
  const id = useId()
  const { phase, text } = writing
  return (
    <div className="qt-note">
      <Tabs
        label={t('keep.note_label')}
        panel={`${id}-panel`}
        active={view}
        onChange={setView}
        items={[
          { id: 'edit', label: t('keep.note_edit') },
          { id: 'read', label: t('keep.note_read') },
        ]}
      />
      <div id={`${id}-panel`}>
        {view === 'edit' ? (
          <textarea
            className="mg-field qt-note-text"
            aria-label={t('keep.note_label')}
            aria-describedby={`${id}-hint`}
            maxLength={keepLimits.note}
            rows={8}
            value={text}
            onChange={(e) => type(e.target.value)}
            onBlur={() => void save()}
          />
        ) : text.trim() === '' ? (
          <p className="mg-dim">{t('keep.note_empty')}</p>
        ) : (
          <Markdown text={text} />
        )}
      </div>
      {phase.at === 'stale' && (
        <div className="qt-stale" role="alert">
          <strong>{t('keep.note_stale')}</strong>
          <p>{t('keep.note_stale_text')}</p>
          <pre>{phase.theirs.text}</pre>
          <p className="qt-line">
            <Button size="small" onClick={() => settle('theirs')}>
              {t('keep.note_theirs')}
            </Button>
            <Button size="small" tone="primary" onClick={() => settle('mine')}>
              {t('keep.note_mine')}
            </Button>
          </p>
        </div>
      )}
      <p className="qt-line mg-hint">
        <span id={`${id}-hint`}>{t('keep.note_hint')}</span>
        <span role="status" className="qt-end">
          {phase.at !== 'stale' && phase.at !== 'idle' && t(`keep.note_state.${phase.at}`)}
        </span>
        {phase.at === 'failed' && (
          <Button size="small" onClick={() => void save()}>
            {t('keep.note_try')}
          </Button>
        )}
      </p>
    </div>
  )
}
