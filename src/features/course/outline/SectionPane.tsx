/** One section: what is set about it, and what it says. It is read when it is first opened. */
import { useEffect } from 'react'
import type { FieldProblem } from '../../../contract/problems.ts'
import { t } from '../../../i18n/index.ts'
import { cut } from '../../../contract/lib/text.ts'
import { outlineLimits } from '../../../contract/course/outline.ts'
import { fieldProblemText } from '../../../kit/form/issues.ts'
import type { AppProblem } from '../../../lib/problem.ts'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import type { ReadyState } from './author.state.ts'
import { ContentEditor } from './contents.tsx'
import type { DraftSection } from './outline.logic.ts'
import { SectionForm } from './SectionForm.tsx'
import { useAuthorStore } from './store.ts'

interface SectionPaneProps {
  state: ReadyState
  section: DraftSection
  translated: boolean
  disabled: boolean
  onChange: (part: Partial<Omit<DraftSection, 'id' | 'kind'>>) => void
}

export function SectionPane({ state, section, translated, disabled, onChange }: SectionPaneProps) {
  const store = useAuthorStore()
  const { id } = section
  const said = state.sections.get(id)
  const problem = state.reading.get(id)
  useEffect(() => {
    store.dispatch({ type: 'ask/section', id })
  }, [store, id])
  return (
    <>
      <Panel title={section.title} description={t(`course.kind_of.${section.kind}`)}>
        <SectionForm section={section} translated={translated} disabled={disabled} onChange={onChange} />
      </Panel>
      <Panel title={t(`course.content.${section.kind}`)}>
        {problem && !said && (
          <ProblemView compact problem={problem} onRetry={() => store.dispatch({ type: 'ask/section', id })} />
        )}
        {!said && !problem && <Loading kind="form" />}
        {said?.save.at === 'failed' && <Refused problem={said.save.problem} />}
        {said && (
          <ContentEditor
            id={id}
            content={said.now}
            title={section.title}
            translated={translated}
            disabled={disabled}
            onChange={(content) => store.dispatch({ type: 'section', id, content })}
            onTitle={(title) => {
              if (section.title === t(`course.kind_of.${section.kind}`))
                onChange({ title: cut(title, outlineLimits.title) })
            }}
          />
        )}
      </Panel>
    </>
  )
}

/** What of it was not taken, each rule once. */
function Refused({ problem }: { problem: AppProblem }) {
  const fields = problem.details?.['fields']
  // each has been filled in: it is not told to be
  const said = [...new Set(Array.isArray(fields) ? fields.map((f: FieldProblem) => fieldProblemText(f, ' ')) : [])]
  return (
    <div role="alert">
      {said.map((text) => (
        <p key={text} className="mg-error">
          <Icon name="bad" />
          {text}
        </p>
      ))}
    </div>
  )
}
