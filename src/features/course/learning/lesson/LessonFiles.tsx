/** Files to take along: each is fetched with its reader's own rights when it is asked for. */
import { useState } from 'react'
import type { CourseFile } from '../../../../contract/course/media.schema.ts'
import { format, t } from '../../../../i18n/index.ts'
import { useAsk } from '../../../../kit/resource/calls.ts'
import { downloadFile } from '../../../../lib/save.ts'
import { toast } from '../../../../ui/feedback/toast.ts'
import { Button } from '../../../../ui/input/Button.tsx'

interface LessonFilesProps {
  course: string
  preview: boolean
  files: readonly CourseFile[]
}
export function LessonFiles({ course, preview, files }: LessonFilesProps) {
  const ask = useAsk()
  const [busy, setBusy] = useState<string>()
  const load = async ({ file, name }: CourseFile) => {
    setBusy(file)
    try {
      const query = preview ? { preview: true } : {}
      downloadFile(
        await ask<Blob>(
          'GET /learning/courses/:id/files/:file',
          { params: { id: course, file }, query },
          { blob: true, as: 'upload' },
        ),
        name,
      )
    } catch (e) {
      toast.problem(e)
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <ul className="learn-files" aria-label={t('learn.files')}>
      {files.map((f) => (
        <li key={f.file}>
          <Button size="small" tone="quiet" icon="export" busy={busy === f.file} onClick={() => void load(f)}>
            {f.name}
          </Button>
          <span className="mg-faint mg-num">{format.size(f.size)}</span>
        </li>
      ))}
    </ul>
  )
}
