/** A package where its lesson is written: its file in either language, and what its manifest says is in it. */
import { useEffect, useRef } from 'react'
import { useParams } from 'react-router-dom'
import type { ContentOf } from '../../../contract/course/outline.ts'
import type { CourseFile } from '../../../contract/course/media.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import type { ContentProps } from './content.ts'
import { CourseFileField } from './CourseFileField.tsx'

export function PackageContent({
  content,
  id: place,
  translated,
  disabled,
  onChange,
  onTitle,
}: ContentProps<ContentOf<'package'>>) {
  const parts = translated ? (['pack', 'pack_other'] as const) : (['pack'] as const)
  const put = (part: (typeof parts)[number], file: CourseFile | null) => onChange({ ...content, [part]: file })
  return (
    <div className="course-media">
      {parts.map((part) => {
        const file = content[part]
        return (
          <div key={part} className="course-media-file">
            <CourseFileField
              label={t(part === 'pack' ? 'package.file' : 'package.file_other')}
              use="package"
              place={`${place} ${part}`}
              files={file ? [file] : []}
              disabled={disabled}
              onFile={(f) => put(part, f)}
              onRemove={() => put(part, null)}
            />
            {file && (
              <Contents key={file.file} file={file.file} onTitle={part === 'pack' && !disabled ? onTitle : undefined} />
            )}
          </div>
        )
      })}
      <p className="mg-faint">{t('package.replace_hint')}</p>
    </div>
  )
}

function Contents({ file, onTitle }: { file: string; onTitle: ((title: string) => void) | undefined }) {
  const { course_id: id = '' } = useParams()
  const { data, error, refetch } = useRead('GET /courses/:id/files/:file/package', { params: { id, file } })
  const title = data?.title.trim() ?? ''
  const say = useRef(onTitle)
  say.current = onTitle
  useEffect(() => {
    if (title !== '') say.current?.(title)
  }, [title])
  if (error) return <ProblemView compact problem={error} onRetry={refetch} />
  if (!data) return <Loading kind="list" />
  return (
    <div className="course-package">
      <p className="mg-dim">
        {[
          data.title,
          t('package.version', {
            version: data.version === '1.2' ? 'v12' : 'v2004',
            edition: data.version === '1.2' ? 'none' : data.edition || 'none',
          }),
          t('package.files', { n: data.files }),
          format.size(data.bytes),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <ul className="course-package-items" aria-label={t('package.contents')}>
        {data.items.map((i) => (
          <li key={i.id} style={{ paddingInlineStart: `${Math.min(i.depth, 6) * 16}px` }}>
            {i.title} <span className="mg-faint">{t(`package.kind.${i.kind}`)}</span>
          </li>
        ))}
      </ul>
      {data.others.length > 0 && (
        <p className="mg-faint">{t('package.others', { n: data.others.length, names: format.list(data.others) })}</p>
      )}
    </div>
  )
}
