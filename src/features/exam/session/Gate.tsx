/** Who comes to the sheet by its address and has begun nothing is asked first, like on the guide. Looking uses up nothing. */
import { Link } from 'react-router-dom'
import type { ExamGuide } from '../../../contract/exam/attempt.schema.ts'
import { href } from '../../../contract/screens/index.ts'
import { t } from '../../../i18n/index.ts'
import { linkClass } from '../../../ui/input/Button.tsx'
import { Markdown } from '../../../ui/text/Markdown.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { BeginPanel } from '../BeginPanel.tsx'
import { ExamRules } from '../ExamRules.tsx'
import { InvigilatorMessages } from '../Messages.tsx'
import { examPeriodText } from '../words.ts'

export function BeginExamPage({ of: e, onBegin }: { of: ExamGuide; onBegin: () => void }) {
  return (
    <Page
      narrow="form"
      title={e.name}
      description={examPeriodText(e)}
      actions={
        <Link className={linkClass()} to={href('exam-guide', { exam_id: e.id })}>
          {t('exam.not_yet')}
        </Link>
      }
    >
      <InvigilatorMessages of={e.messages} />
      <div className="exam-columns">
        {e.notice && (
          <Panel title={t('exam.field.notice')}>
            <Markdown text={e.notice} />
          </Panel>
        )}
        <ExamRules of={e} />
      </div>
      <BeginPanel of={e} onBegin={onBegin} />
    </Page>
  )
}
