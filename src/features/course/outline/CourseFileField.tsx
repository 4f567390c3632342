/** A file of a lesson where it is written: sent in the background, looked into by the server, and named once it is what it should be. */
import { useEffect, useRef, useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { useParams } from 'react-router-dom'
import { type CourseFileUse, courseFileEnds, mediaLimits } from '../../../contract/course/media.ts'
import type { CourseFile, CourseFileState } from '../../../contract/course/media.schema.ts'
import { limits } from '../../../contract/limits.ts'
import { format, t, tOr } from '../../../i18n/index.ts'
import { useCall, useClient } from '../../../kit/data/call.ts'
import { depositActions, type DepositState } from '../../../kit/upload/deposit.slice.ts'
import { UploadPanel } from '../../../kit/upload/UploadPanel.tsx'
import { type AppProblem, problemOf } from '../../../lib/problem.ts'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { IconButton } from '../../../ui/input/Button.tsx'
import { FileDrop } from '../../../ui/input/FileDrop.tsx'
import { secondsOfVideo } from './measure.ts'

const kind = 'course-file'

interface CourseFileFieldProps {
  label: string
  use: CourseFileUse
  /** Name of the place the file is for: one on its way is found again when its page was left meanwhile. */
  place: string
  files: readonly CourseFile[]
  most?: number
  disabled: boolean
  /** What is said of a file that is there. */
  about?: (file: CourseFile) => string
  onFile: (file: CourseFile, seconds: number) => void
  onRemove: (file: string) => void
}

/** Of an archive the gate says what is wrong with it. */
function faultText({ fault, detail, line }: CourseFileState): string {
  const zip = fault === 'package_zip' ? tOr([`import.problem.${detail}`], '', zipFigures(detail)) : ''
  return zip || t(`course.file_fault.${fault ?? 'not_video'}`, { line: line ?? 1, detail })
}

export function CourseFileField(props: CourseFileFieldProps) {
  const { label, use, place, files, most = 1, disabled, about, onFile, onRemove } = props
  const { course_id: course = '' } = useParams()
  const client = useClient()
  const [announce] = useCall('POST /courses/:id/files')
  const send = useDispatch()
  const all = useSelector((s: DepositState) => s.deposits?.items)
  const coming = (all ?? []).filter((i) => i.meant?.place === place)
  const [problems, setProblems] = useState<readonly { name: string; problem: AppProblem }[]>([])
  const [refused, setRefused] = useState<readonly CourseFileState[]>([])
  /** Seconds that this browser found, where the file itself does not say them. */
  const measured = useRef(new Map<string, Promise<number>>())
  const looked = useRef(new Set<string>())
  // what is written meanwhile is not undone by a file that comes
  const named = useRef(onFile)
  named.current = onFile

  useEffect(() => {
    for (const { key, phase, meant } of coming) {
      if (phase.at !== 'done' || !meant || looked.current.has(key)) continue
      looked.current.add(key)
      const { file, name, size } = meant.attached
      client('GET /courses/:id/files/:file', { params: { id: course, file } })
        .then(async (state) => {
          if (state.state === 'here')
            named.current({ file, name, size }, state.seconds ?? (await measured.current.get(file)) ?? 0)
          else setRefused((had) => [...had, state])
        })
        .catch((e: unknown) => setProblems((had) => [...had, { name, problem: problemOf(e) }]))
        .finally(() => send(depositActions.dismissed(key)))
    }
  })

  const take = async (file: File) => {
    try {
      const made = await announce({ params: { id: course }, body: { use, name: file.name, size: file.size } })
      if (use === 'video') measured.current.set(made.file, secondsOfVideo(file))
      send(depositActions.added({ kind, target: made.file, file, meant: { place, attached: made } }))
    } catch (e) {
      setProblems((had) => [...had, { name: file.name, problem: problemOf(e) }])
    }
  }
  // of videos the server says how large one may be: that is a setting
  const max = use === 'video' ? Number.MAX_SAFE_INTEGER : use === 'captions' ? mediaLimits.captions : limits.upload
  const under = coming.filter((i) => i.phase.at !== 'failed' && i.phase.at !== 'done').length
  const room = most === 1 ? 1 - under : most - files.length - under
  return (
    <div className="mg-labelled course-files" role="group" aria-label={label}>
      <span className="mg-label">{label}</span>
      {files.length > 0 && (
        <ul className="course-file-list">
          {files.map((f) => (
            <li key={f.file}>
              <Icon name="file" />
              <span className="mg-ellipsis">{f.name}</span>
              <span className="mg-faint mg-num">{[format.size(f.size), about?.(f)].filter(Boolean).join(' · ')}</span>
              {!disabled && (
                <IconButton
                  size="small"
                  icon="close"
                  label={t('course.file_drop', { name: f.name })}
                  onClick={() => onRemove(f.file)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {coming.map(
        ({ key, meant, phase }) =>
          meant &&
          phase.at !== 'done' && (
            <UploadPanel key={key} kind={kind} target={meant.attached.file} arriving={null} accept={[]} open={false} />
          ),
      )}
      {problems.map(({ name, problem }) => (
        <ProblemView key={name} compact problem={problem} />
      ))}
      {refused.map((f) => (
        <p key={f.file} className="mg-error" role="alert">
          <Icon name="bad" /> {f.name}: {faultText(f)}
        </p>
      ))}
      {!disabled && room > 0 && (
        <FileDrop
          accept={courseFileEnds[use]}
          max={max}
          min={1}
          multiple={most > 1}
          hint={t(use === 'video' ? 'course.file_hint_video' : 'course.file_hint', {
            types: courseFileEnds[use].join(' '),
            max: format.size(max),
            any: use === 'file' ? 'yes' : 'no',
          })}
          onFiles={(list) => {
            setProblems([])
            setRefused([])
            for (const failed of coming.filter((i) => i.phase.at === 'failed'))
              send(depositActions.dismissed(failed.key))
            for (const file of list.slice(0, room)) void take(file)
          }}
        />
      )}
    </div>
  )
}

/** What an archive of a lesson may be, as its refusals say it. */
const zipFigures = (code: string): Record<string, string | number> => ({
  limit: code === 'zip_ratio' ? 100 : code === 'zip_depth' ? 20 : code === 'zip_name_length' ? 255 : 5000,
  size: format.size(code === 'zip_entry_size' ? 2 ** 29 : code === 'zip_total' ? 2 ** 30 : limits.upload),
})
