/** A document where it is written, and slides that are one. */
import type { ContentOf } from '../../../contract/course/outline.ts'
import type { CourseFile } from '../../../contract/course/media.schema.ts'
import { t } from '../../../i18n/index.ts'
import type { ContentProps } from './content.ts'
import { CourseFileField } from './CourseFileField.tsx'
import { TextContent } from './TextContent.tsx'

interface PdfsProps<C> {
  content: C
  id: string
  translated: boolean
  disabled: boolean
  onChange: (content: C) => void
}
type WithPdf = ContentOf<'document' | 'slides'>
function Pdfs<C extends WithPdf>({ content, id: place, translated, disabled, onChange }: PdfsProps<C>) {
  const parts = translated ? (['pdf', 'pdf_other'] as const) : (['pdf'] as const)
  const put = (part: (typeof parts)[number], file: CourseFile | null) => onChange({ ...content, [part]: file })
  return (
    <>
      {parts.map((part) => (
        <CourseFileField
          key={part}
          label={t(part === 'pdf' ? 'course.pdf' : 'course.pdf_other')}
          use="pdf"
          place={`${place} ${part}`}
          files={content[part] ? [content[part]] : []}
          disabled={disabled}
          onFile={(file) => put(part, file)}
          onRemove={() => put(part, null)}
        />
      ))}
    </>
  )
}

export function DocumentContent({ content, ...props }: ContentProps<ContentOf<'document'>>) {
  const { disabled, onChange } = props
  return (
    <div className="course-media">
      <Pdfs content={content} {...props} />
      <label className="kit-check">
        <input
          type="checkbox"
          disabled={disabled}
          checked={content.download}
          onChange={(e) => onChange({ ...content, download: e.target.checked })}
        />
        <span>{t('course.pdf_download')}</span>
      </label>
    </div>
  )
}

/** Written as Markdown, or brought along as a PDF: then that is what is shown. */
export function SlidesContent({ content, ...props }: ContentProps<ContentOf<'slides'>>) {
  return (
    <div className="course-media">
      {!content.pdf && <TextContent content={content} {...props} />}
      {(content.pdf || content.body.trim() === '') && <Pdfs content={content} {...props} />}
    </div>
  )
}
