import { useState } from 'react'
import type { JudgedSubmission } from '../../../contract/contest/play.schema.ts'
import { type SubmissionVerdict, submissionVerdicts } from '../../../contract/contest/status.ts'
import { t } from '../../../i18n/index.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../../kit/list/Browse.tsx'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { Table } from '../../../ui/data/Table.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { verdictTones } from '../play/item.ts'
import { ReasonDialog } from './ReasonDialog.tsx'

const start = { page: 1, verdict: undefined as SubmissionVerdict | undefined }
const among = { verdict: submissionVerdicts }
const filtered = ['right', 'wrong', 'late', 'limited'] as const

/** Answers as they come, the newest first. */
/** @param judges the viewer decides on them */
export function Submissions({ contest, judges }: { contest: string; judges: boolean }) {
  const [asked, setAsked] = useState<JudgedSubmission>()
  const submissions = useBrowse('GET /flag-contests/:id/submissions', {
    start,
    among,
    place: 's_',
    params: { id: contest },
    size: 50,
  })
  return (
    <>
      <BrowseBar
        of={submissions}
        filters={[
          {
            field: 'verdict',
            label: t('contest.verdict'),
            all: t('contest.entry_all'),
            options: filtered.map((value) => ({ value, label: t(`contest.verdict.${value}`) })),
          },
        ]}
      />
      <BrowseView
        of={submissions}
        name={t('contest.tab.submissions')}
        empty={{ icon: 'flag-mark', title: t('contest.submissions_none') }}
      >
        {({ items }) => (
          <Table
            name={t('contest.tab.submissions')}
            rows={items}
            keyOf={(s) => s.id}
            columns={[
              { head: t('contest.submission_at'), short: true, cell: (s) => <DateTime seconds at={s.at} /> },
              {
                head: t('contest.verdict'),
                short: true,
                cell: (s) => (
                  <>
                    <StatusTag
                      word={s.verdict}
                      tone={s.voided ? 'idle' : verdictTones[s.verdict]}
                      label={t(`contest.verdict.${s.verdict}`)}
                    />
                    {s.voided && <span className="mg-faint contest-sub">{t('judging.voided')}</span>}
                  </>
                ),
              },
              { head: t('contest.entry'), names: true, cell: (s) => s.entry },
              { head: t('contest.submission_item'), cell: (s) => s.item },
              { head: t('contest.submission_text'), className: 'contest-text', cell: (s) => <Text of={s} /> },
              { head: t('contest.submission_by'), cell: (s) => s.by },
              ...(judges
                ? [
                    {
                      head: '',
                      key: 'account',
                      short: true as const,
                      cell: (s: JudgedSubmission) =>
                        (s.verdict === 'right' || s.verdict === 'wrong') && (
                          <Button size="small" onClick={() => setAsked(s)}>
                            {t(s.voided ? 'judging.restore' : 'judging.void')}
                          </Button>
                        ),
                    },
                  ]
                : []),
            ]}
          />
        )}
      </BrowseView>
      {asked && <Account of={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

/** Leaves a submission out of account, or takes it into it again. */
function Account({ of: s, onClose }: { of: JudgedSubmission; onClose: () => void }) {
  const word = s.voided ? 'restore' : 'void'
  const [decide] = useWrite(`POST /contest-submissions/:id/${word}`)
  const what = { item: s.item, entry: s.entry }
  return (
    <ReasonDialog
      place={`contest-submission:${s.id}`}
      danger={word === 'void'}
      title={t(`judging.${word}_title`, what)}
      confirm={t(`judging.${word}`)}
      done={t(`judging.${word}_done`)}
      onConfirm={(reason) => decide({ params: { id: s.id }, body: { reason } })}
      onClose={onClose}
    >
      <p>
        {t(
          word === 'restore'
            ? 'judging.restore_text'
            : s.verdict === 'right'
              ? 'judging.void_right'
              : 'judging.void_wrong',
        )}
      </p>
    </ReasonDialog>
  )
}

const Text = ({ of: s }: { of: JudgedSubmission }) => (
  <>
    {s.text === '' ? (
      <span className="mg-faint">{s.verdict === 'right' ? t('contest.submission_right_text') : '–'}</span>
    ) : (
      <span className="mg-mono">{s.text}</span>
    )}
    {s.made_for !== '' && (
      <span className="contest-sub mg-tone-bad contest-shared">{t('contest.submission_of', { name: s.made_for })}</span>
    )}
  </>
)
