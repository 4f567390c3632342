/** The write-up of the own entry: written here or as a PDF, each time a version of its own. */
import '../running.css'
import { useState } from 'react'
import type { Attached } from '../../../contract/bank/question.schema.ts'
import { writeUpLimits } from '../../../contract/contest/running.ts'
import type { WriteUp as Version } from '../../../contract/contest/running.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import { useTyped } from '../../../kit/form/typed.ts'
import { AttachFiles } from '../../../parts/question/AttachFiles.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { Chips } from '../../../ui/data/Chips.tsx'
import { CountedTextArea } from '../../../ui/input/CountedTextArea.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { WriteUpVersion } from '../WriteUpVersion.tsx'
import type { z } from 'zod'

export function WriteUpTab({ contest }: { contest: string }) {
  const { data, error, refetch } = useRead('GET /contests/:id/write-up', { params: { id: contest } })
  if (!data) return error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="detail" />
  return (
    <>
      {data.can.includes('hand-in') && data.until !== null && (
        <HandIn contest={contest} until={data.until} last={data.versions[0]} />
      )}
      {!data.can.includes('hand-in') && data.until !== null && (
        <p className="mg-dim">{t('judging.write_up_closed', { time: format.dateTime(data.until) })}</p>
      )}
      {data.versions.map((v) => (
        <WriteUpVersion key={v.id} of={v} />
      ))}
      {data.versions.length === 0 && !data.can.includes('hand-in') && <p>{t('judging.write_up_none')}</p>}
    </>
  )
}

const kinds = ['markdown', 'pdf'] as const

function HandIn({ contest, until, last }: { contest: string; until: string; last: Version | undefined }) {
  const [kind, setKind] = useState<(typeof kinds)[number]>(last?.file ? 'pdf' : 'markdown')
  const [typed, setText] = useTyped(`contest-write-up:${contest}`)
  const [files, setFiles] = useState<readonly z.output<typeof Attached>[]>([])
  const [problem, setProblem] = useState<unknown>()
  const [handIn, { busy }] = useWrite('POST /contests/:id/write-up')
  const file = files.at(-1)
  const lacks =
    kind === 'markdown' ? typed.trim() === '' && t('judging.write_up_empty') : !file && t('judging.write_up_no_file')
  const send = () => {
    setProblem(undefined)
    const body = kind === 'markdown' ? { text: typed } : { file: file?.file ?? null }
    handIn({ params: { id: contest }, body }).then(
      () => {
        if (kind === 'markdown') setText('')
        setFiles([])
        toast.ok(t('judging.write_up_handed'))
      },
      (e: unknown) => setProblem(e),
    )
  }
  return (
    <Panel
      title={t('judging.write_up_new')}
      description={t('judging.write_up_until', { time: format.dateTime(until) })}
    >
      <div className="contest-dialog">
        <Chips
          label={t('judging.write_up_as')}
          value={kind}
          items={kinds.map((value) => ({ value, label: t(`judging.write_up_as.${value}`) }))}
          onChange={(value) => value && setKind(value)}
        />
        {kind === 'markdown' ? (
          <CountedTextArea
            label={t('judging.write_up_text')}
            value={typed}
            max={writeUpLimits.text}
            rows={14}
            onChange={setText}
          />
        ) : (
          <AttachFiles
            list={[...files]}
            most={1}
            disabled={false}
            ends={['.pdf']}
            place={`contest-write-up:${contest}`}
            onChange={(next) => setFiles(next.slice(-1))}
          />
        )}
        {problem !== undefined && <ProblemView compact problem={problem} />}
        <p>
          <Button tone="primary" busy={busy} off={lacks} onClick={send}>
            {t('judging.write_up_send')}
          </Button>
        </p>
      </div>
    </Panel>
  )
}
