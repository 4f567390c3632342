import type { JudgedSubmission } from '../../../contract/contest/play.schema.ts'
import { type SubmissionVerdict, submissionVerdicts } from '../../../contract/contest/status.ts'
import { t } from '../../../i18n/index.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../../kit/list/Browse.tsx'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { Table } from '../../../ui/data/Table.tsx'
import { verdictTones } from '../play/item.ts'

const start = { page: 1, verdict: undefined as SubmissionVerdict | undefined }
const among = { verdict: submissionVerdicts }
const filtered = ['right', 'wrong', 'late', 'limited'] as const

/** Answers as they come, the newest first. */
export function Submissions({ contest }: { contest: string }) {
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
                  <StatusTag
                    word={s.verdict}
                    tone={verdictTones[s.verdict]}
                    label={t(`contest.verdict.${s.verdict}`)}
                  />
                ),
              },
              { head: t('contest.entry'), names: true, cell: (s) => s.entry },
              { head: t('contest.submission_item'), cell: (s) => s.item },
              { head: t('contest.submission_text'), className: 'contest-text', cell: (s) => <Text of={s} /> },
              { head: t('contest.submission_by'), cell: (s) => s.by },
            ]}
          />
        )}
      </BrowseView>
    </>
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
