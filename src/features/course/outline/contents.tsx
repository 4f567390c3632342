/** Each kind of section where it is written: a new kind is one line here and a component of its own. */
import type { ComponentType } from 'react'
import { type ContentOf, isOfKind, type SectionKind } from '../../../contract/course/outline.ts'
import type { SectionContent } from '../../../contract/course/outline.schema.ts'
import type { CourseFile } from '../../../contract/course/media.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import type { ContentProps } from './content.ts'
import { DocumentContent, SlidesContent } from './DocumentContent.tsx'
import { LabEditor } from './lab/LabEditor.tsx'
import { HomeworkContentEditor } from './HomeworkContent.tsx'
import { PackageContent } from './PackageContent.tsx'
import { QuizContent } from './QuizContent.tsx'
import { TextContent } from './TextContent.tsx'
import { VideoContent } from './VideoContent.tsx'

interface ContentKind<C extends SectionContent> {
  Editor: ComponentType<ContentProps<C>>
  /** What it says, for whoever compares two of it. */
  Read: ComponentType<{ content: C }>
}
function WrittenText({ content }: { content: ContentOf<'text' | 'slides'> }) {
  return (
    <>
      <pre className="course-side">{content.body}</pre>
      {content.body_other && <pre className="course-side">{content.body_other}</pre>}
    </>
  )
}
function NamedFiles({
  files,
  more,
}: {
  files: readonly (CourseFile | null)[]
  more: readonly { at: number; title: string }[]
}) {
  return (
    <ul className="course-side">
      {files.flatMap((f) => (f ? [<li key={f.file}>{f.name}</li>] : []))}
      {more.map((c) => (
        <li key={c.at}>
          {format.clock(c.at)} {c.title}
        </li>
      ))}
    </ul>
  )
}
const contents: { [K in SectionKind]: ContentKind<ContentOf<K>> } = {
  text: { Editor: TextContent, Read: WrittenText },
  slides: { Editor: SlidesContent, Read: WrittenText },
  quiz: {
    Editor: QuizContent,
    Read: ({ content }) => <p>{t('course.conflict_questions', { n: content.items.length })}</p>,
  },
  video: {
    Editor: VideoContent,
    Read: ({ content }) => (
      <NamedFiles files={[content.video, content.video_other, ...content.captions]} more={content.chapters} />
    ),
  },
  document: {
    Editor: DocumentContent,
    Read: ({ content }) => <NamedFiles files={[content.pdf, content.pdf_other]} more={[]} />,
  },
  lab: {
    Editor: LabEditor,
    Read: ({ content }) => (
      <ol>
        {content.steps.map((s) => (
          <li key={s.id}>{s.title}</li>
        ))}
      </ol>
    ),
  },
  package: {
    Editor: PackageContent,
    Read: ({ content }) => <NamedFiles files={[content.pack, content.pack_other]} more={[]} />,
  },
  homework: {
    Editor: HomeworkContentEditor,
    Read: ({ content }) => (
      <>
        <p>{t('course.conflict_questions', { n: content.items.length })}</p>
        {content.due_at !== null && (
          <p>
            {t('homework.due_at')} <DateTime at={content.due_at} />
          </p>
        )}
      </>
    ),
  },
}

export function ContentEditor(props: ContentProps) {
  const as = <K extends SectionKind>(kind: K) => {
    const { content } = props
    if (!isOfKind(content, kind)) return null
    const { Editor } = contents[kind]
    return <Editor {...props} content={content} />
  }
  return as(props.content.kind)
}
export function ContentText({ content }: { content: SectionContent }) {
  const as = <K extends SectionKind>(kind: K) => {
    if (!isOfKind(content, kind)) return null
    const { Read } = contents[kind]
    return <Read content={content} />
  }
  return as(content.kind)
}
