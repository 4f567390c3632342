/** Who asks for a course, for its keepers: who wait first; let in, or refused with a reason. */
import '../course.css'
import { useState } from 'react'
import type { course } from '../../../contract/course/course.ts'
import type { CourseRequest } from '../../../contract/course/request.routes.ts'
import { requestLimits } from '../../../contract/course/request.ts'
import { t } from '../../../i18n/index.ts'
import type { ActionDialogProps } from '../../../kit/action/action.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../../kit/list/Browse.tsx'
import { useTyped } from '../../../kit/form/typed.ts'
import type { Row } from '../../../kit/resource/words.ts'
import { BylineText } from '../../../parts/byline/Byline.tsx'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { Table } from '../../../ui/data/Table.tsx'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { CountedTextArea } from '../../../ui/input/CountedTextArea.tsx'

const shown = ['waiting', 'approved', 'refused'] as const
const start = { page: 1, q: '', state: undefined as (typeof shown)[number] | undefined }
const tones = { waiting: 'warn', approved: 'ok', refused: 'idle', withdrawn: 'idle' } as const

export default function RequestsRow({ rows: [row], onClose }: ActionDialogProps<Row<typeof course>>) {
  return row ? <Requests id={row.id} name={row.name} onClose={onClose} /> : null
}

function Requests({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const found = useBrowse('GET /courses/:id/requests', {
    start,
    among: { state: shown },
    inDialog: true,
    size: 10,
    params: { id },
  })
  const [approve, { busy }] = useWrite('POST /courses/:id/requests/approve')
  const [refusing, setRefusing] = useState<CourseRequest>()
  const waiting = (found.data?.items ?? []).filter((r) => r.state === 'waiting')
  const letIn = (of: readonly CourseRequest[]) =>
    approve({ params: { id }, body: { ids: of.map((r) => r.id) } }).then(
      ({ done }) => toast.ok(t('course.requests_approved', { n: done })),
      toast.problem,
    )
  return (
    <Dialog open size="wide" title={t('course.requests_of', { name })} onClose={onClose}>
      {found.data && found.data.waiting > 0 && (
        <p className="course-waiting">
          {t('course.requests_waiting', { n: found.data.waiting })}{' '}
          {waiting.length > 1 && (
            <Button size="small" tone="primary" busy={busy} onClick={() => void letIn(waiting)}>
              {t('course.requests_approve_all', { n: waiting.length })}
            </Button>
          )}
        </p>
      )}
      <BrowseBar
        of={found}
        search={t('course.requests_search')}
        filters={[
          {
            field: 'state',
            label: t('course.field.status'),
            all: t('course.requests_all'),
            options: shown.map((value) => ({ value, label: t(`course.request.${value}`) })),
          },
        ]}
      />
      <BrowseView
        compact
        kind="text"
        of={found}
        name={t('course.requests')}
        empty={{ icon: 'users', title: t('course.requests_none'), text: t('course.requests_none_text') }}
      >
        {({ items }) => (
          <Table
            name={t('course.requests')}
            rows={items}
            keyOf={(r) => r.id}
            columns={[
              {
                head: t('course.requests_person'),
                names: true,
                cell: (r) => (
                  <>
                    <BylineText of={r.author} /> <span className="mg-faint">{r.org_name}</span>
                  </>
                ),
              },
              { head: t('course.requests_at'), short: true, cell: (r) => <DateTime at={r.at} /> },
              {
                head: t('course.field.status'),
                short: true,
                cell: (r) => <StatusTag word={r.state} tone={tones[r.state]} label={t(`course.request.${r.state}`)} />,
              },
              {
                head: t('course.requests_acts'),
                short: true,
                cell: (r) =>
                  r.state === 'waiting' && (
                    <>
                      <Button
                        size="small"
                        tone="primary"
                        busy={busy}
                        aria-label={`${t('course.requests_approve')}: ${r.author.name}`}
                        onClick={() => void letIn([r])}
                      >
                        {t('course.requests_approve')}
                      </Button>{' '}
                      <Button
                        size="small"
                        aria-label={`${t('course.requests_refuse')}: ${r.author.name}`}
                        onClick={() => setRefusing(r)}
                      >
                        {t('course.requests_refuse')}
                      </Button>
                    </>
                  ),
              },
            ]}
            below={(r) => (
              <>
                {r.text}
                {r.reason && (
                  <span className="mg-faint">
                    {' '}
                    {t('course.requests_because', { reason: r.reason })}{' '}
                    {r.answered_by && <BylineText of={r.answered_by} />}
                  </span>
                )}
              </>
            )}
          />
        )}
      </BrowseView>
      {refusing && <Refuse id={id} of={refusing} onClose={() => setRefusing(undefined)} />}
    </Dialog>
  )
}

function Refuse({ id, of, onClose }: { id: string; of: CourseRequest; onClose: () => void }) {
  const [write] = useWrite('POST /courses/:id/requests/refuse')
  const [reason, setReason] = useTyped(`course-refuse:${of.id}`)
  return (
    <Confirm
      open
      size="default"
      title={t('course.requests_refuse_title', { name: of.author.name })}
      confirm={t('course.requests_refuse')}
      done={t('course.requests_refused')}
      missing={reason.trim() ? [] : [t('course.requests_reason')]}
      onConfirm={() =>
        write({ params: { id }, body: { ids: [of.id], reason: reason.trim() } }).then(() => setReason(''))
      }
      onClose={onClose}
    >
      <CountedTextArea
        data-autofocus
        aria-required
        label={t('course.requests_reason')}
        value={reason}
        max={requestLimits.text}
        onChange={setReason}
      />
    </Confirm>
  )
}
