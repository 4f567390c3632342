/** Write-ups of all entries: read, reviewed, downloaded together. */
import '../running.css'
import { useState } from 'react'
import type { WriteUpLine } from '../../../contract/contest/running.schema.ts'
import { runningLimits, writeUpLimits } from '../../../contract/contest/running.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import { useTyped } from '../../../kit/form/typed.ts'
import { BrowseView, useBrowse } from '../../../kit/list/Browse.tsx'
import { useAsk } from '../../../kit/resource/calls.ts'
import { downloadFile } from '../../../lib/save.ts'
import { fileNameOf } from '../../../contract/lib/fileName.ts'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { Table } from '../../../ui/data/Table.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { CountedTextArea } from '../../../ui/input/CountedTextArea.tsx'
import { TextField } from '../../../ui/input/TextField.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useMissing } from '../../../ui/input/useMissing.tsx'
import { WriteUpVersion } from '../WriteUpVersion.tsx'

const start = { page: 1 }

export function WriteUpsTab({ contest, name, judges }: { contest: string; name: string; judges: boolean }) {
  const list = useBrowse('GET /flag-contests/:id/write-ups', { start, place: 'w_', params: { id: contest } })
  const [open, setOpen] = useState<WriteUpLine>()
  const [busy, setBusy] = useState(false)
  const ask = useAsk()
  const download = async () => {
    setBusy(true)
    try {
      const file = await ask<Blob>(
        'GET /flag-contests/:id/write-ups/file',
        { params: { id: contest } },
        { blob: true, as: 'upload' },
      )
      downloadFile(file, `${fileNameOf(name)}-write-ups.zip`)
    } catch (e) {
      toast.problem(e)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {(list.data?.total ?? 0) > 0 && (
        <div className="contest-above">
          <Button size="small" icon="download" busy={busy} onClick={() => void download()}>
            {t('judging.write_ups_all')}
          </Button>
        </div>
      )}
      <BrowseView
        of={list}
        name={t('contest.tab.write-ups')}
        empty={{ icon: 'note', title: t('judging.write_ups_none'), text: t('judging.write_ups_none_text') }}
      >
        {({ items }) => (
          <Table
            name={t('contest.tab.write-ups')}
            rows={items}
            keyOf={(w) => w.id}
            columns={[
              { head: t('contest.entry'), names: true, cell: (w) => w.entry },
              { head: t('judging.write_up_versions'), number: true, cell: (w) => format.number(w.version) },
              {
                head: t('judging.write_up_as'),
                cell: (w) => (w.file ? `PDF · ${format.size(w.file.size)}` : t('judging.write_up_as.markdown')),
              },
              { head: t('contest.submission_by'), cell: (w) => w.by },
              { head: t('judging.write_up_at'), short: true, cell: (w) => <DateTime at={w.at} /> },
              {
                head: t('judging.write_up_review'),
                short: true,
                cell: (w) =>
                  w.reviewed_at === null ? (
                    <span className="mg-faint">{t('judging.write_up_unread')}</span>
                  ) : (
                    <>
                      {w.reviewed_by}
                      {w.points !== null && <> · {t('contest.points', { n: w.points })}</>}
                    </>
                  ),
              },
              {
                head: '',
                key: 'open',
                short: true,
                cell: (w) => (
                  <Button size="small" onClick={() => setOpen(w)}>
                    {t(judges ? 'judging.write_up_open' : 'judging.write_up_read')}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </BrowseView>
      {open && <Read of={open} judges={judges} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function Read({ of: line, judges, onClose }: { of: WriteUpLine; judges: boolean; onClose: () => void }) {
  const { data, error, refetch } = useRead('GET /contest-write-ups/:id', { params: { id: line.id } })
  const [text, setText] = useTyped(`contest-review:${line.id}`)
  const [points, setPoints] = useState(line.points === null ? '' : String(line.points))
  const [problem, setProblem] = useState<unknown>()
  const [review, { busy }] = useWrite('POST /contest-write-ups/:id/review')
  const right = points === '' || (/^\d{1,6}$/.test(points) && Number(points) <= runningLimits.adjust)
  const lack = useMissing([text.trim() === '' && t('judging.write_up_said'), !right && t('judging.points')])
  const save = () => {
    setProblem(undefined)
    review({
      params: { id: line.id },
      body: { points: points === '' ? null : Number(points), review: text.trim() },
    }).then(
      () => {
        setText('')
        toast.ok(t('judging.write_up_reviewed'))
        onClose()
      },
      (e: unknown) => setProblem(e),
    )
  }
  return (
    <Dialog
      open
      size="wide"
      title={t('judging.write_up_of', { name: line.entry })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('kit.close')}</Button>
          {judges && (
            <Button tone="primary" busy={busy} onClick={(e) => !lack.stops(e.currentTarget) && save()}>
              {t('judging.write_up_save')}
            </Button>
          )}
        </>
      }
    >
      <div className="contest-dialog">
        {!data && (error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="detail" />)}
        {data?.versions.map((v) => (
          <WriteUpVersion key={v.id} of={v} />
        ))}
        {judges &&
          lack.around(
            <>
              <CountedTextArea
                label={t('judging.write_up_said')}
                aria-required
                value={text}
                max={writeUpLimits.review}
                rows={3}
                onChange={setText}
              />
              <TextField
                label={t('judging.write_up_points')}
                hint={t('judging.write_up_points_hint')}
                inputMode="numeric"
                autoComplete="off"
                value={points}
                error={right ? undefined : t('judging.write_up_points_rule', { max: runningLimits.adjust })}
                onChange={(typed) => setPoints(typed.trim().slice(0, 7))}
              />
            </>,
          )}
        {lack.told}
        {problem !== undefined && <ProblemView compact problem={problem} />}
      </div>
    </Dialog>
  )
}
