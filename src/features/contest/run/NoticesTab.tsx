/** What is told to those who take part: written here, and what comes by itself. */
import '../running.css'
import { useId, useState } from 'react'
import type { Choice } from '../../../contract/lib/crud.ts'
import { noticeTargets, runningLimits } from '../../../contract/contest/running.ts'
import type { ContestNotice } from '../../../contract/contest/running.schema.ts'
import { t } from '../../../i18n/index.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import { useTyped } from '../../../kit/form/typed.ts'
import { NativeSelect } from '../../../kit/resource/input/Select.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { CountedTextArea } from '../../../ui/input/CountedTextArea.tsx'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { NoticeLine } from '../NoticeLine.tsx'
import { EntryPick } from './EntryPick.tsx'

export function NoticesTab({ contest, judges }: { contest: string; judges: boolean }) {
  const { data, error, refetch } = useRead('GET /flag-contests/:id/notices', { params: { id: contest } })
  const [gone, setGone] = useState<ContestNotice>()
  const [pin] = useWrite('POST /contest-notices/:id/pin')
  const [remove] = useWrite('DELETE /contest-notices/:id')
  if (!data) return error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="list" />
  return (
    <div className={judges ? 'contest-sides' : undefined}>
      {judges && <NewNotice contest={contest} divisions={data.divisions} />}
      <section aria-label={t('contest.tab.notices')}>
        {data.items.length === 0 && <Empty icon="bell" title={t('judging.notices_none')} />}
        <ul className="contest-notices">
          {data.items.map((n) => (
            <NoticeLine key={n.id} of={n}>
              {judges && n.kind === 'staff' && (
                <span className="contest-buttons">
                  <Button
                    size="small"
                    onClick={() =>
                      void pin({ params: { id: n.id }, body: { pinned: !n.pinned } }).catch((e: unknown) =>
                        toast.problem(e),
                      )
                    }
                  >
                    {t(n.pinned ? 'judging.unpin' : 'judging.pin')}
                  </Button>
                  <Button size="small" onClick={() => setGone(n)}>
                    {t('judging.notice_remove')}
                  </Button>
                </span>
              )}
            </NoticeLine>
          ))}
        </ul>
      </section>
      {gone && (
        <Confirm
          open
          danger
          title={t('judging.notice_remove_title')}
          confirm={t('judging.notice_remove')}
          done={t('judging.notice_removed')}
          onConfirm={() => remove({ params: { id: gone.id } })}
          onClose={() => setGone(undefined)}
        >
          <p className="contest-said-text">{gone.text}</p>
        </Confirm>
      )}
    </div>
  )
}

function NewNotice({ contest, divisions }: { contest: string; divisions: readonly { id: string; name: string }[] }) {
  const id = useId()
  const [text, setText] = useTyped(`contest-notice:${contest}`)
  const [to, setTo] = useState<(typeof noticeTargets)[number]>('all')
  const [division, setDivision] = useState<string>()
  const [entry, setEntry] = useState<Choice>()
  const [pinned, setPinned] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const [tell, { busy }] = useWrite('POST /flag-contests/:id/notices')
  const to_id = to === 'entry' ? (entry?.id ?? null) : to === 'division' ? (division ?? null) : null
  const lacks =
    text.trim() === '' ? t('judging.notice_empty') : to !== 'all' && to_id === null && t('judging.notice_whom')
  const send = () => {
    setProblem(undefined)
    tell({ params: { id: contest }, body: { text: text.trim(), pinned, to, to_id } }).then(
      () => {
        setText('')
        setPinned(false)
        toast.ok(t('judging.notice_sent'))
      },
      (e: unknown) => setProblem(e),
    )
  }
  const targets = noticeTargets.filter((one) => one !== 'division' || divisions.length > 0)
  return (
    <Panel title={t('judging.notice_new')}>
      <div className="contest-dialog">
        <CountedTextArea
          label={t('judging.notice_text')}
          value={text}
          max={runningLimits.notice}
          rows={5}
          onChange={setText}
        />
        <div className="mg-labelled">
          <label className="mg-label" htmlFor={id}>
            {t('judging.notice_to')}
          </label>
          <NativeSelect
            id={id}
            value={to}
            options={targets.map((value) => ({ value, label: t(`judging.to.${value}`) }))}
            onChange={setTo}
          />
        </div>
        {to === 'division' && (
          <NativeSelect
            aria-label={t('judging.to.division')}
            value={division ?? ''}
            options={[{ value: '', label: t('kit.choose') }, ...divisions.map((d) => ({ value: d.id, label: d.name }))]}
            onChange={(value) => setDivision(value || undefined)}
          />
        )}
        {to === 'entry' && (
          <EntryPick
            contest={contest}
            value={entry}
            label={t('judging.to.entry')}
            placeholder={t('kit.choose')}
            onChange={setEntry}
          />
        )}
        <label className="contest-check">
          <input type="checkbox" className="kit-box" checked={pinned} onChange={(e) => setPinned(e.target.checked)} />
          <span>{t('judging.notice_pinned')}</span>
        </label>
        {problem !== undefined && <ProblemView compact problem={problem} />}
        <p>
          <Button tone="primary" busy={busy} off={lacks} onClick={send}>
            {t('judging.notice_send')}
          </Button>
        </p>
      </div>
    </Panel>
  )
}
