/** Files of an answer: fetched by their name, pictures and texts shown beside it. */
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import type { Attached } from '../../contract/bank/question.schema.ts'
import { t } from '../../i18n/index.ts'
import { useAsk } from '../../kit/resource/calls.ts'
import { problemOf } from '../../lib/problem.ts'
import { FileLinks } from '../question/FileLinks.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { type Preview, previewOf } from './preview.logic.ts'

type File = z.output<typeof Attached>

export function AnswerFilePreviews({ files }: { files: readonly File[] }) {
  return (
    <>
      <FileLinks files={files} />
      {files.map((file) => {
        const preview = previewOf(file)
        return preview && <Shown key={file.file} of={file} as={preview} />
      })}
    </>
  )
}

type Look =
  | { at: 'closed' | 'loading' }
  | { at: 'text'; text: string }
  | { at: 'picture'; url: string }
  | { at: 'failed'; problem: unknown }

function Shown({ of, as }: { of: File; as: Preview }) {
  const ask = useAsk()
  const [look, setLook] = useState<Look>({ at: 'closed' })
  const url = look.at === 'picture' ? look.url : undefined
  useEffect(() => (url === undefined ? undefined : () => URL.revokeObjectURL(url)), [url])
  const load = async () => {
    setLook({ at: 'loading' })
    try {
      const blob = await ask<Blob>('GET /attachments/:id', { params: { id: of.file } }, { blob: true, as: 'upload' })
      setLook(
        as.as === 'text'
          ? { at: 'text', text: await blob.text() }
          : {
              at: 'picture',
              url: URL.createObjectURL(new Blob([blob], { type: as.type })),
            },
      )
    } catch (e) {
      setLook({ at: 'failed', problem: problemOf(e) })
    }
  }
  return (
    <details
      className="marking-file"
      onToggle={(e) => {
        if (e.currentTarget.open && (look.at === 'closed' || look.at === 'failed')) void load()
      }}
    >
      <summary>{t('marking.show_file', { name: of.name })}</summary>
      {look.at === 'loading' && <Loading kind="text" />}
      {look.at === 'failed' && <ProblemView compact problem={look.problem} onRetry={() => void load()} />}
      {look.at === 'text' && (
        <pre className="marking-file-text mg-mono" tabIndex={0} role="group" aria-label={of.name}>
          {look.text}
        </pre>
      )}
      {look.at === 'picture' && <img className="marking-file-picture" src={look.url} alt={of.name} />}
    </details>
  )
}
