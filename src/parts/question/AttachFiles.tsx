/** Files beside a question or an answer: dropped, sent by parts, named by whoever holds them once they have come. */
import { useEffect, useId, useState } from 'react'
import type { Attached } from '../../contract/bank/question.schema.ts'
import { keptName } from '../../contract/bank/attachment.ts'
import { limits } from '../../contract/limits.ts'
import { format, t } from '../../i18n/index.ts'
import { useWrite } from '../../kit/data/api.ts'
import type { ControlProps } from '../../kit/form/declare.ts'
import { fieldProblemText } from '../../kit/form/issues.ts'
import { useDispatch, useSelector } from 'react-redux'
import { depositActions, type DepositState } from '../../kit/upload/deposit.slice.ts'
import { UploadPanel } from '../../kit/upload/UploadPanel.tsx'
import { type AppProblem, problemOf } from '../../lib/problem.ts'
import { FileLinks } from './FileLinks.tsx'
import { Button } from '../../ui/input/Button.tsx'
import { FileDrop } from '../../ui/input/FileDrop.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import './question.css'
import type { z } from 'zod'

type File_ = z.output<typeof Attached>
interface Refused {
  file: File
  problem: AppProblem
}
const kind = 'attachment'

interface AttachFilesProps {
  list: readonly File_[]
  most: number
  disabled: boolean
  problems?: ControlProps['problems']
  /** Ends that names may have; none: any. */
  ends?: readonly string[]
  /** Name of the place the files are for; those on their way to it are found again when its page was left meanwhile. */
  place?: string | undefined
  onChange: (list: readonly File_[]) => void
}

export function AttachFiles({ list, most, disabled, problems = [], ends = [], place, onChange }: AttachFilesProps) {
  const own = useId()
  const at = place ?? own
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const [announce] = useWrite('POST /attachments')
  const send = useDispatch()
  const all = useSelector((s: DepositState) => s.deposits?.items)
  const coming = (all ?? []).filter((i) => i.meant?.place === at)
  const came = coming.filter((i) => i.phase.at === 'done')
  // a single file gives way to the next
  const failed = coming.filter((i) => i.phase.at === 'failed')
  const under = coming.length - failed.length
  const room = most === 1 ? 1 - under : most - list.length - under

  useEffect(() => {
    if (!came.length) return
    const fresh = came.flatMap((i) =>
      i.meant && !list.some((f) => f.file === i.meant?.attached.file) ? [i.meant.attached] : [],
    )
    if (fresh.length) onChange(most === 1 ? fresh.slice(-1) : [...list, ...fresh])
    for (const i of came) send(depositActions.dismissed(i.key))
  })

  const take = async (file: File) => {
    try {
      const made = await announce({ body: { name: file.name, size: file.size } })
      send(depositActions.added({ kind, target: made.file, file, meant: { place: at, attached: made } }))
    } catch (e) {
      setRefused((all) => [...all, { file, problem: problemOf(e) }])
    }
  }
  const takeAll = (files: readonly File[]) => {
    setRefused([])
    for (const i of failed) send(depositActions.dismissed(i.key))
    for (const file of files.slice(0, room)) void take(file)
  }
  return (
    <div className="part-question-attach">
      <FileLinks
        files={list}
        {...(disabled ? {} : { onRemove: (gone: string) => onChange(list.filter((f) => f.file !== gone)) })}
      />
      {problems
        .filter((p) => p.path.includes('.'))
        .map((p) => (
          <p key={p.path} className="mg-error">
            <Icon name="bad" />
            {list[Number(p.path.split('.')[1])]?.name}: {fieldProblemText(p, '')}
          </p>
        ))}
      {coming.map(
        ({ key, meant, phase }) =>
          meant &&
          phase.at !== 'done' && (
            <UploadPanel key={key} kind={kind} target={meant.attached.file} arriving={null} accept={[]} open={false} />
          ),
      )}
      {refused.map((r) => (
        <Refusal
          key={r.file.name}
          refused={r}
          onAgain={(name) => {
            setRefused((all) => all.filter((x) => x !== r))
            void take(name === r.file.name ? r.file : new File([r.file], name, { type: r.file.type }))
          }}
        />
      ))}
      {room > 0 && (
        <FileDrop
          accept={ends}
          max={limits.upload}
          min={1}
          multiple={most > 1}
          disabled={disabled}
          hint={[
            t('bank.files_rule', { max: format.size(limits.upload), n: most }),
            most === 1 && list.length ? t('bank.files_replace') : '',
          ]
            .filter(Boolean)
            .join(' · ')}
          onFiles={takeAll}
        />
      )}
    </div>
  )
}

/** Why a file was not taken; a name that breaks the rule may be changed to the nearest one that does not. */
function Refusal({ refused: { file, problem }, onAgain }: { refused: Refused; onAgain: (name: string) => void }) {
  const fields = problem.details?.['fields']
  const [first] = Array.isArray(fields) ? (fields as { path: string; rule: string }[]) : []
  if (!first) return <ProblemView compact problem={problem} onRetry={() => onAgain(file.name)} />
  return (
    <p className="mg-error" role="alert">
      <Icon name="bad" /> {file.name}: {fieldProblemText(first, file.name)}{' '}
      {first.path === 'name' && (
        <Button size="small" onClick={() => onAgain(keptName(file.name))}>
          {t('bank.files_rename', { name: keptName(file.name) })}
        </Button>
      )}
    </p>
  )
}
