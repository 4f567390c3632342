/** Answers that were never received, with what their writer can do about it. */
import { t } from '../../i18n/index.ts'
import { downloadFile } from '../../lib/save.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import './answer-sheet.css'
import type { Unsent } from './sheet.logic.ts'

interface UnsentAnswersProps {
  of: readonly Unsent[]
  /** Why they are not sent any more, in a sentence. */
  why: string
  /** Of the file they are saved to. */
  name: string
  /** Their writer has seen to them; undefined while they may be wanted still. */
  onDismiss: (() => void) | undefined
  /** Whether one can go back to its place. */
  mayPutBack: (of: Unsent) => boolean
  onPutBack: (of: Unsent) => void
}

const textOf = ({ answer, said }: Unsent): string =>
  answer.type === 'true-false' ? t(answer.truth ? 'bank.true' : 'bank.false') : said.join('\n')

export function UnsentAnswers({ of, why, name, onDismiss, mayPutBack, onPutBack }: UnsentAnswersProps) {
  if (!of.length) return null
  const text = of.map((u) => `${t('exam.unsent_item', { n: u.n })} ${u.title}\n${textOf(u)}\n`).join('\n')
  return (
    <Panel
      className="answer-unsent"
      title={t('exam.unsent_title')}
      description={why}
      actions={
        <>
          <Button
            size="small"
            icon="download"
            onClick={() => downloadFile(new Blob([text], { type: 'text/plain' }), `${name}.txt`)}
          >
            {t('exam.unsent_save')}
          </Button>
          {onDismiss && (
            <Button size="small" icon="check" onClick={onDismiss}>
              {t('exam.unsent_read')}
            </Button>
          )}
        </>
      }
    >
      <ul>
        {of.map((u) => (
          <li key={`${u.attempt} ${u.item}`}>
            <strong>
              {t('exam.unsent_item', { n: u.n })} <span className="mg-dim">{u.title}</span>
            </strong>
            <p>{textOf(u)}</p>
            {mayPutBack(u) && (
              <Button size="small" onClick={() => onPutBack(u)}>
                {t('exam.unsent_back')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
