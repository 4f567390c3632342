/** Questions the viewer answered wrongly: by set, with his last wrong answer, until they are mended. */
import { Link, useNavigate } from 'react-router-dom'
import type { Mistake } from '../../contract/practice/record.routes.ts'
import { practiceLimits } from '../../contract/practice/practice.ts'
import { href } from '../../contract/screens/index.ts'
import { t } from '../../i18n/index.ts'
import { useWrite } from '../../kit/data/api.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../kit/list/Browse.tsx'
import { answerText } from '../../parts/question/key.logic.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Ago } from '../../ui/data/DateTime.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import { toast } from '../../ui/feedback/toast.ts'

const start = { q: '', page: 1, set_id: undefined as string | undefined }
export function Mistakes() {
  const mistakes = useBrowse('GET /practice/mistakes', { start })
  const { at, data } = mistakes
  const [remove] = useWrite('POST /practice/mistakes/remove')
  const [restore] = useWrite('POST /practice/mistakes/restore')
  const putBack = async (ids: string[]) => {
    try {
      const { done } = await restore({ body: { ids } })
      if (done) toast.ok(t('kit.action.restored', { n: done }))
      else toast.warn(t('kit.action.not_restored', { n: ids.length }))
    } catch (e) {
      toast.problem(e)
    }
  }
  const takeOff = async (ids: string[]) => {
    try {
      await remove({ body: { ids } })
      toast.ok(t('personal.mistakes_removed'), { label: t('kit.action.undo'), run: () => void putBack(ids) })
    } catch (e) {
      toast.problem(e)
    }
  }
  return (
    <Panel
      title={t('personal.mistakes')}
      description={t('personal.mistakes_text', { n: practiceLimits.mended, size: practiceLimits.few })}
      actions={<Again set={at.set_id} off={data?.total === 0 && t('personal.mistakes_none')} disabled={!data} />}
      flush
    >
      <BrowseBar
        inner
        of={mistakes}
        search={t('personal.mistakes_search')}
        filters={
          data && data.sets.length > 1
            ? [
                {
                  field: 'set_id',
                  label: t('personal.mistakes_sets'),
                  all: t('personal.mistakes_all'),
                  options: data.sets.map((s) => ({
                    value: s.id,
                    label: t('personal.mistakes_set', { name: s.name, n: s.n }),
                  })),
                },
              ]
            : []
        }
      />
      <BrowseView
        compact
        kind="text"
        of={mistakes}
        empty={{ icon: 'check', title: t('personal.mistakes_none'), text: t('personal.mistakes_none_text') }}
      >
        {({ items }) => (
          <ul className="personal-list">
            {items.map((m) => (
              <Line key={m.id} of={m} onRemove={() => void takeOff([m.id])} />
            ))}
          </ul>
        )}
      </BrowseView>
    </Panel>
  )
}

interface AgainProps {
  set: string | undefined
  disabled: boolean
  off: string | false
}
function Again({ set, disabled, off }: AgainProps) {
  const [begin, { busy }] = useWrite('POST /practice/runs')
  const navigate = useNavigate()
  const go = async () => {
    try {
      const run = await begin({ body: { mode: 'mistakes', set_id: set ?? null } })
      const first = run.questions[0]
      if (first) void navigate(href('practice-exercise', { exercise_id: first.id }, { run: run.id }))
    } catch (e) {
      toast.problem(e)
    }
  }
  return (
    <Button tone="primary" size="small" busy={busy} disabled={disabled} off={off} onClick={() => void go()}>
      {t('personal.mistakes_again')}
    </Button>
  )
}

function Line({ of: m, onRemove }: { of: Mistake; onRemove: () => void }) {
  const said = answerText(m, m.answer)
  return (
    <li className="personal-message">
      <span className="personal-words">
        {m.open ? <Link to={href('practice-exercise', { exercise_id: m.id })}>{m.title}</Link> : m.title}
        <span className="mg-dim">
          {[
            m.wrong > 0 && t('personal.mistakes_wrong', { n: m.wrong }),
            m.partly > 0 && t('personal.mistakes_partly', { n: m.partly }),
            m.rights > 0 && t('personal.mistakes_rights', { n: m.rights }),
            said && t('personal.mistakes_said', { text: said }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span className="mg-faint">
          {m.set && `${m.set.name} · `}
          <Ago at={m.wrong_at} />
          {!m.open && ` · ${t('personal.mistakes_closed')}`}
        </span>
      </span>
      {m.verdict && <StatusTag dot word={`submitted-${m.verdict}`} label={t(`practice.try.submitted-${m.verdict}`)} />}
      <Button tone="quiet" size="small" onClick={onRemove}>
        {t('personal.mistakes_remove')}
      </Button>
    </li>
  )
}
