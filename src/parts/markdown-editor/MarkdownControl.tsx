/** A text in Markdown: written on one side, as its readers see it on the other. A picture that is pasted or dropped is sent and named in it. */
import { type ClipboardEvent, type DragEvent, type ReactNode, useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import type { ControlProps } from '../../kit/form/declare.ts'
import { pictureRefusalText } from '../../kit/picture/refusal.ts'
import { useSendPicture } from '../../kit/picture/useSendPicture.ts'
import { useLatest } from '../../kit/resource/useLatest.ts'
import { problemOf } from '../../lib/problem.ts'
import { Button, linkClass } from '../../ui/input/Button.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { Markdown } from '../../ui/text/Markdown.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { pictureMark, withPicture } from './markdown.logic.ts'
import './markdown.css'

interface MarkdownEditorProps {
  labelledBy: string
  describedBy?: string | undefined
  invalid?: boolean
  rows?: number | undefined
  disabled: boolean
  text: string
  /** How it looks is shown from the start. */
  look?: boolean
  onChange: (text: string) => void
  onLeave?: () => void
  /** Where the writer stands in it. */
  onCaret?: (at: number) => void
  /** In the place of how the whole looks. */
  preview?: ReactNode
  /** Beside the other buttons. */
  more?: ReactNode
}

/** In a form. */
export const MarkdownControl = ({
  id,
  spec,
  value,
  problems,
  disabled,
  describedBy,
  onChange,
  onLeave,
}: ControlProps) => (
  <MarkdownEditor
    labelledBy={`${id}-label`}
    describedBy={describedBy}
    invalid={problems.length > 0}
    rows={spec.rows}
    disabled={disabled}
    text={typeof value === 'string' ? value : ''}
    onChange={onChange}
    onLeave={onLeave}
  />
)

export function MarkdownEditor(props: MarkdownEditorProps) {
  const {
    labelledBy,
    describedBy,
    invalid,
    rows = 4,
    disabled,
    text,
    onChange,
    onLeave,
    onCaret,
    preview,
    more,
  } = props
  const [look, setLook] = useState(props.look ?? false)
  const area = useRef<HTMLTextAreaElement>(null)
  const latest = useLatest({ text, onChange })
  const pictures = usePictureSender((mark) => {
    const at = area.current?.selectionEnd ?? latest.current.text.length
    latest.current.onChange(withPicture(latest.current.text, at, mark))
  })
  const take = (e: ClipboardEvent | DragEvent, list: FileList) => {
    const files = [...list].filter((f) => f.type.startsWith('image/'))
    if (disabled || !files.length) return
    e.preventDefault()
    void pictures.send(files)
  }
  return (
    <div className={look ? 'md-edit md-edit-split' : 'md-edit'}>
      <textarea
        ref={area}
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        className="mg-field mg-area"
        rows={rows}
        disabled={disabled}
        value={text}
        onChange={(e) => onChange(e.target.value)}
        onBlur={onLeave}
        onSelect={(e) => onCaret?.(e.currentTarget.selectionStart)}
        onPaste={(e) => take(e, e.clipboardData.files)}
        onDrop={(e) => take(e, e.dataTransfer.files)}
      />
      {look && (
        <div className="md-edit-look" aria-label={t('kit.markdown.look')} role="region" tabIndex={0}>
          {preview ?? <Markdown text={text} />}
        </div>
      )}
      <div className="md-edit-line">
        <Button
          size="small"
          tone="quiet"
          icon={look ? 'eye-off' : 'eye'}
          aria-pressed={look}
          onClick={() => setLook(!look)}
        >
          {t(look ? 'kit.markdown.write' : 'kit.markdown.look')}
        </Button>
        <label className={`${linkClass('quiet', 'small')} md-edit-file`}>
          <Icon name="image" />
          <span className="mg-btn-text">{t('kit.markdown.picture')}</span>
          <input
            type="file"
            className="mg-sr"
            accept=".png,.jpg,.jpeg,.gif"
            multiple
            disabled={disabled}
            onChange={(e) => {
              void pictures.send([...(e.target.files ?? [])])
              e.target.value = ''
            }}
          />
        </label>
        {more}
        {pictures.share !== undefined && <ProgressBar label={t('kit.picture.sending')} value={pictures.share} />}
        {pictures.refused && (
          <span className="mg-error" role="alert">
            <Icon name="bad" /> {pictures.refused}
          </span>
        )}
      </div>
    </div>
  )
}

/** Sends pictures one after the other; each tells how it is named in a text. */
function usePictureSender(onSent: (mark: string) => void) {
  const send = useSendPicture()
  const [share, setShare] = useState<number>()
  const [refused, setRefused] = useState('')
  return {
    share,
    refused,
    async send(files: readonly File[]): Promise<void> {
      setRefused('')
      for (const file of files)
        try {
          setShare(0)
          const made = await send('text', file, {
            onProgress: (sent, total) => setShare(total ? sent / total : 0),
          })
          onSent(pictureMark(file.name, made.id))
        } catch (e) {
          setRefused(`${file.name}: ${pictureRefusalText(problemOf(e))}`)
        } finally {
          setShare(undefined)
        }
    },
  }
}
