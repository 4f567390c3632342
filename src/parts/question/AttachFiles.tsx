/** Files beside a question or an answer: dropped, sent by parts, named by whoever holds them once they have come. */
import { useEffect, useState } from 'react'
import type { Attached } from '../../contract/bank/question.schema.ts'
import { keptName } from '../../contract/bank/attachment.ts'
import { limits } from '../../contract/limits.ts'
import { format, t } from '../../i18n/index.ts'
import { useWrite } from '../../kit/data/api.ts'
import type { ControlProps } from '../../kit/form/declare.ts'
import { ruleText } from '../../kit/form/issues.ts'
import { useDispatch } from 'react-redux'
import { depositActions } from '../../kit/upload/deposit.slice.ts'
import { UploadPanel, useDeposit } from '../../kit/upload/UploadPanel.tsx'
import { type AppProblem, problemOf } from '../../lib/problem.ts'
import { FileLinks } from './FileLinks.tsx'
import { Button } from '../../ui/Button.tsx'
import { FileDrop } from '../../ui/FileDrop.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ProblemView } from '../../ui/ProblemView.tsx'
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
  onChange: (list: readonly File_[]) => void
}

export function AttachFiles({ list, most, disabled, problems = [], ends = [], onChange }: AttachFilesProps) {
  const [coming, setComing] = useState<readonly File_[]>([])
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const [announce] = useWrite('POST /attachments')
  const send = useDispatch()

  const take = async (file: File) => {
    try {
      const made = await announce({ body: { name: file.name, size: file.size } })
      setComing((all) => [...all, made])
      send(depositActions.added({ kind, target: made.file, file }))
    } catch (e) {
      setRefused((all) => [...all, { file, problem: problemOf(e) }])
    }
  }
  const takeAll = (files: readonly File[]) => {
    setRefused([])
    for (const file of files.slice(0, most - list.length)) void take(file)
  }
  const came = (one: File_) => {
    setComing((all) => all.filter((c) => c.file !== one.file))
    onChange(most === 1 ? [one] : [...list, one])
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
            {list[Number(p.path.split('.')[1])]?.name}: {ruleText(p, '')}
          </p>
        ))}
      {coming.map((one) => (
        <Coming key={one.file} one={one} onCame={came} />
      ))}
      {refused.map((r) => (
        <Refusal
          key={r.file.name}
          refused={r}
          onRename={() => {
            setRefused((all) => all.filter((x) => x !== r))
            void take(new File([r.file], keptName(r.file.name), { type: r.file.type }))
          }}
        />
      ))}
      {list.length + coming.length < most && (
        <FileDrop
          accept={ends}
          max={limits.upload}
          min={1}
          multiple={most > 1}
          disabled={disabled}
          hint={t('bank.files_rule', { max: format.size(limits.upload), n: most })}
          onFiles={takeAll}
        />
      )}
    </div>
  )
}

/** One on its way: followed here, named by the form when it has come. */
function Coming({ one, onCame }: { one: File_; onCame: (one: File_) => void }) {
  const item = useDeposit(kind, one.file)
  const done = item?.phase.at === 'done'
  useEffect(() => {
    if (done) onCame(one)
  })
  return item && !done ? <UploadPanel kind={kind} target={one.file} arriving={null} accept={[]} open={false} /> : null
}

/** Why a file was not taken; a name that breaks the rule may be changed to the nearest one that does not. */
function Refusal({ refused: { file, problem }, onRename }: { refused: Refused; onRename: () => void }) {
  const fields = problem.details?.['fields']
  const [first] = Array.isArray(fields) ? (fields as { path: string; rule: string }[]) : []
  if (!first) return <ProblemView compact problem={problem} />
  return (
    <p className="mg-error" role="alert">
      <Icon name="bad" /> {file.name}: {ruleText(first, file.name)}{' '}
      {first.path === 'name' && (
        <Button size="small" onClick={onRename}>
          {t('bank.files_rename', { name: keptName(file.name) })}
        </Button>
      )}
    </p>
  )
}
