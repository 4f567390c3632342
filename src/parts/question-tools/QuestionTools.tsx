/** What a learner does around a question of any bank: collect it, write a note, talk about it, say what is wrong with it. */
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { resourceOf } from '../../contract/bank/question.ts'
import type { TextLanguage } from '../../contract/bank/shown.ts'
import { t } from '../../i18n/index.ts'
import { useRead } from '../../kit/data/api.ts'
import { Button } from '../../ui/input/Button.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { CommentThread } from '../comment-thread/CommentThread.tsx'
import { CollectDialog } from './CollectDialog.tsx'
import { NoteEditor } from './NoteEditor.tsx'
import { ReportDialog } from './ReportDialog.tsx'
import './tools.css'

interface QuestionToolsProps {
  /** Its id; the server knows of which bank it is. */
  question: string
  language?: TextLanguage
}
type Open = 'note' | 'talk'

export function QuestionToolbar({ question, language = '' }: QuestionToolsProps) {
  const [search] = useSearchParams()
  const [open, setOpen] = useState<Open | undefined>(search.has('talk') ? 'talk' : undefined)
  const [dialog, setDialog] = useState<'collect' | 'report'>()
  const id = useId()
  const { data, error, refetch } = useRead('GET /question-tools/:id', { params: { id: question }, query: { language } })
  if (!data) return error ? <ProblemView compact problem={error} onRetry={refetch} /> : null
  const { collected, note, comments, discuss } = data
  const folder = collected?.folder ?? ''
  const toggle = (to: Open) => setOpen(open === to ? undefined : to)
  const shown = open === 'talk' && !discuss ? undefined : open
  return (
    <section className="qt" aria-label={t('keep.tools')}>
      <div className="qt-line" role="group" aria-label={t('keep.tools')}>
        <Button
          size="small"
          icon="star"
          className={collected ? 'qt-on' : ''}
          aria-pressed={collected !== null}
          onClick={() => setDialog('collect')}
        >
          {folder ? t('keep.collected_in', { folder }) : t(collected ? 'keep.collected' : 'keep.collect')}
        </Button>
        <Button
          size="small"
          icon="note"
          className={note ? 'qt-on' : ''}
          aria-expanded={shown === 'note'}
          aria-controls={`${id}-note`}
          onClick={() => toggle('note')}
        >
          {t('keep.note')}
        </Button>
        <Button
          size="small"
          icon="users"
          disabled={!discuss}
          title={discuss ? undefined : t('keep.talk_closed')}
          aria-expanded={shown === 'talk'}
          aria-controls={`${id}-talk`}
          onClick={() => toggle('talk')}
        >
          {t('keep.talk')} <span className="mg-num mg-dim">{comments}</span>
        </Button>
        <Button size="small" icon="flag-mark" onClick={() => setDialog('report')}>
          {t('keep.report')}
        </Button>
      </div>
      {!discuss && comments > 0 && <p className="mg-hint">{t('keep.talk_closed')}</p>}
      <div id={`${id}-note`} hidden={shown !== 'note'}>
        {shown === 'note' && <NoteEditor key={question} question={question} note={note} />}
      </div>
      <div id={`${id}-talk`} hidden={shown !== 'talk'}>
        {shown === 'talk' && <CommentThread bare entity={resourceOf[data.bank]} entityId={question} />}
      </div>
      {dialog === 'collect' && (
        <CollectDialog
          question={question}
          folder={collected?.folder}
          folders={data.folders}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'report' && (
        <ReportDialog question={question} reports={data.reports} onClose={() => setDialog(undefined)} />
      )}
    </section>
  )
}
