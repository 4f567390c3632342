/** Each kind of section on its learner's page: a new kind is one line here and a component of its own, which comes with the first section of it. */
import { type ComponentType, lazy, Suspense } from 'react'
import { isOfKind, type SectionKind } from '../../../../contract/course/outline.ts'
import { Loading } from '../../../../ui/feedback/Loading.tsx'
import { withWords } from '../../../../kit/withWords.ts'
import { type LessonSection, type SectionViewProps, shownPack, shownPdf, shownText, shownVideo } from './section.ts'
import { TextSection } from './TextSection.tsx'

/** Of labs, on their page and beside their machines. */
export const labWords = ['lab', 'scene', 'console', 'paper', 'exam', 'upload', 'homework'] as const
const answering = ['homework', 'paper', 'exam', 'upload'] as const
const QuizSection = withWords(answering, async () => (await import('./QuizSection.tsx')).QuizSection)
const HomeworkSection = withWords(answering, async () => (await import('./HomeworkSection.tsx')).HomeworkSection)
const LabSection = withWords(labWords, async () => (await import('./lab/LabSection.tsx')).LabSection)
const VideoSection = lazy(async () => ({ default: (await import('./video/VideoSection.tsx')).VideoSection }))
const DocumentSection = lazy(async () => ({ default: (await import('./pdf/DocumentSection.tsx')).DocumentSection }))
const PackageSection = withWords(['package'], async () => (await import('./package/PackageSection.tsx')).PackageSection)
const SlidesSection = lazy(async () => ({ default: (await import('./SlidesSection.tsx')).SlidesSection }))

type Content<K extends SectionKind> = Extract<LessonSection['content'], { kind: K }>
type Asked<C extends LessonSection['content']> = Pick<SectionViewProps<C>, 'of' | 'content' | 'language'>
interface Languages {
  /** It can be read in either. */
  two: boolean
  /** The language it is shown in, where that is not the one it was asked for. */
  foreign: '' | 'en-US' | 'zh-CN'
  /** The language of its words; empty where it has several or none. */
  shown: '' | 'en-US' | 'zh-CN'
}
interface SectionKindView<C extends LessonSection['content']> {
  View: ComponentType<SectionViewProps<C>>
  languages: (asked: Asked<C>) => Languages
}

function textLanguages(asked: Asked<Content<'text' | 'slides'>>): Languages {
  const { content, of, language } = asked
  const shown = shownText(asked).language
  return {
    two: of.course.language !== '' && content.body.trim() !== '' && content.body_other.trim() !== '',
    foreign: shown === language ? '' : shown,
    shown,
  }
}
const inTwo = (
  { of, language }: Asked<LessonSection['content']>,
  shown: '' | 'en-US' | 'zh-CN',
  both: boolean,
): Languages => ({
  two: of.course.language !== '' && both,
  foreign: shown === language ? '' : shown,
  // the words around a player are the page's own
  shown: '',
})
const pdfLanguages = (asked: Asked<Content<'document' | 'slides'>>): Languages =>
  inTwo(asked, shownPdf(asked).language, asked.content.pdf !== null && asked.content.pdf_other !== null)
const slidesLanguages = (asked: Asked<Content<'slides'>>): Languages =>
  asked.content.pdf ? pdfLanguages(asked) : textLanguages(asked)
const videoLanguages = (asked: Asked<Content<'video'>>): Languages =>
  inTwo(asked, shownVideo(asked).language, asked.content.video !== null && asked.content.video_other !== null)
const packageLanguages = (asked: Asked<Content<'package'>>): Languages =>
  inTwo(asked, shownPack(asked).language, asked.content.pack !== null && asked.content.pack_other !== null)
/** What comes from elsewhere in the language it is asked for. */
const asAsked = ({ of }: Asked<LessonSection['content']>): Languages => ({
  two: of.course.translation !== null,
  foreign: '',
  shown: '',
})

const views: { [K in SectionKind]: SectionKindView<Content<K>> } = {
  text: { View: TextSection, languages: textLanguages },
  slides: { View: SlidesSection, languages: slidesLanguages },
  quiz: { View: QuizSection, languages: asAsked },
  video: { View: VideoSection, languages: videoLanguages },
  document: { View: DocumentSection, languages: pdfLanguages },
  lab: { View: LabSection, languages: asAsked },
  package: { View: PackageSection, languages: packageLanguages },
  homework: { View: HomeworkSection, languages: () => ({ two: false, foreign: '', shown: '' }) },
}

export function SectionView(props: SectionViewProps) {
  const as = <K extends SectionKind>(kind: K) => {
    const { content } = props
    if (!isOfKind(content, kind)) return null
    const { View } = views[kind]
    return (
      <Suspense fallback={<Loading kind="detail" />}>
        <View {...props} content={content} />
      </Suspense>
    )
  }
  return as(props.content.kind)
}
export function languagesOf(asked: Asked<LessonSection['content']>): Languages {
  const as = <K extends SectionKind>(kind: K) => {
    const { content } = asked
    return isOfKind(content, kind) ? views[kind].languages({ ...asked, content }) : asAsked(asked)
  }
  return as(asked.content.kind)
}
