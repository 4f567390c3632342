/** A video where it is written: its file in either language, captions, chapters, and whether it may be skipped through. */
import { useId, useState } from 'react'
import { mediaLimits } from '../../../contract/course/media.ts'
import type { ContentOf } from '../../../contract/course/outline.ts'
import { format, t } from '../../../i18n/index.ts'
import { languageName } from '../../../parts/question/language.ts'
import { Button, IconButton } from '../../../ui/input/Button.tsx'
import { secondAt } from './clock.logic.ts'
import type { ContentProps } from './content.ts'
import { CourseFileField } from './CourseFileField.tsx'
import { Figure } from './Figure.tsx'

type Video = ContentOf<'video'>
type Chapter = Video['chapters'][number]
const languages = ['en-US', 'zh-CN'] as const
const isLength = (v: unknown): v is number => typeof v === 'number' && v > 0 && v <= mediaLimits.seconds

export function VideoContent({ content, id: place, translated, disabled, onChange }: ContentProps<Video>) {
  const videos = translated ? (['video', 'video_other'] as const) : (['video'] as const)
  return (
    <div className="course-media">
      {videos.map((part) => {
        const file = content[part]
        return (
          <div key={part} className="course-media-file">
            <CourseFileField
              label={t(part === 'video' ? 'course.video' : 'course.video_other')}
              use="video"
              place={`${place} ${part}`}
              files={file ? [file] : []}
              disabled={disabled}
              about={() => (file && file.seconds > 0 ? format.clock(file.seconds) : '')}
              onFile={(f, seconds) => onChange({ ...content, [part]: { ...f, seconds } })}
              onRemove={() => onChange({ ...content, [part]: null })}
            />
            {file?.seconds === 0 && (
              <Figure
                label={t('course.video_seconds')}
                hint={t('course.video_seconds_hint', { max: mediaLimits.seconds })}
                value={file.seconds}
                fits={isLength}
                disabled={disabled}
                onChange={(seconds) => onChange({ ...content, [part]: { ...file, seconds } })}
              />
            )}
          </div>
        )
      })}
      {languages.map((language) => (
        <CourseFileField
          key={language}
          label={t('course.captions_in', { language: languageName(language) })}
          use="captions"
          place={`${place} captions ${language}`}
          files={content.captions.filter((c) => c.language === language)}
          disabled={disabled}
          onFile={(f) =>
            onChange({
              ...content,
              captions: [...content.captions.filter((c) => c.language !== language), { ...f, language }],
            })
          }
          onRemove={(file) => onChange({ ...content, captions: content.captions.filter((c) => c.file !== file) })}
        />
      ))}
      <Chapters
        chapters={content.chapters}
        translated={translated}
        disabled={disabled}
        onChange={(chapters) => onChange({ ...content, chapters })}
      />
      <label className="kit-check">
        <input
          type="checkbox"
          disabled={disabled}
          checked={content.free_seek}
          onChange={(e) => onChange({ ...content, free_seek: e.target.checked })}
        />
        <span>
          {t('course.free_seek')} <span className="mg-faint">{t('course.free_seek_hint')}</span>
        </span>
      </label>
    </div>
  )
}

interface ChaptersProps {
  chapters: readonly Chapter[]
  translated: boolean
  disabled: boolean
  onChange: (chapters: Chapter[]) => void
}
function Chapters({ chapters, translated, disabled, onChange }: ChaptersProps) {
  const put = (n: number, part: Partial<Chapter>) => onChange(chapters.map((c, i) => (i === n ? { ...c, ...part } : c)))
  const last = chapters.at(-1)?.at ?? 0
  return (
    <fieldset className="course-chapters">
      <legend className="mg-label">{t('course.chapters')}</legend>
      {chapters.map((chapter, n) => (
        // oxlint-disable-next-line react/no-array-index-key -- a chapter is its place among them
        <div key={n} className="course-chapter">
          <ClockField
            label={t('course.chapter_at', { n: n + 1 })}
            second={chapter.at}
            disabled={disabled}
            onChange={(at) => put(n, { at })}
          />
          <input
            className="mg-field"
            aria-label={t('course.chapter_title', { n: n + 1 })}
            placeholder={t('course.title')}
            maxLength={100}
            disabled={disabled}
            value={chapter.title}
            onChange={(e) => put(n, { title: e.target.value })}
          />
          {translated && (
            <input
              className="mg-field"
              aria-label={t('course.chapter_title_other', { n: n + 1 })}
              placeholder={t('course.title_other')}
              maxLength={100}
              disabled={disabled}
              value={chapter.title_other}
              onChange={(e) => put(n, { title_other: e.target.value })}
            />
          )}
          {!disabled && (
            <IconButton
              icon="trash"
              label={t('course.chapter_drop', { n: n + 1 })}
              onClick={() => onChange(chapters.filter((_, i) => i !== n))}
            />
          )}
        </div>
      ))}
      {!disabled && chapters.length < mediaLimits.chapters && (
        <p>
          <Button
            size="small"
            icon="plus"
            onClick={() =>
              onChange([
                ...chapters,
                {
                  at: chapters.length ? last + 60 : 0,
                  title: t('course.chapter_new', { n: chapters.length + 1 }),
                  title_other: '',
                },
              ])
            }
          >
            {t('course.chapter_add')}
          </Button>
        </p>
      )}
    </fieldset>
  )
}

interface ClockFieldProps {
  label: string
  second: number
  disabled: boolean
  onChange: (second: number) => void
}
/** A second as a clock shows it, `1:05`. */
function ClockField({ label, second, disabled, onChange }: ClockFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const wrong = typed !== undefined && secondAt(typed) === undefined
  return (
    <span className="course-clock">
      <input
        className="mg-field mg-num"
        aria-label={label}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? id : undefined}
        disabled={disabled}
        value={typed ?? format.clock(second)}
        onChange={(e) => {
          setTyped(e.target.value)
          const at = secondAt(e.target.value)
          if (at !== undefined) onChange(at)
        }}
        onBlur={() => setTyped(undefined)}
      />
      {wrong && (
        <span id={id} className="mg-error">
          {t('course.clock_hint')}
        </span>
      )}
    </span>
  )
}
