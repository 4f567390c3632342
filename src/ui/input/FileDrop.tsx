import './FileDrop.css'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { format, t } from '../../i18n/index.ts'
import { fileRefusalOf, type FileNotTaken } from './fileRule.ts'
import { IconButton } from './Button.tsx'
import { Icon } from '../icon/Icon.tsx'

interface FileDropProps {
  /** `.zip`, `image/png`; empty means any type. */
  accept: readonly string[]
  /** Bytes. */
  max: number
  min?: number
  multiple?: boolean
  disabled?: boolean
  /** @param refused what is said beside it now */
  onFiles: (files: File[], refused: readonly FileNotTaken[]) => void
  /** Refused files, as a state of the page, where they outlast this place: what it says of them stays until somebody clears it. */
  refusals?: readonly [readonly FileNotTaken[], (now: readonly FileNotTaken[]) => void]
  hint?: ReactNode
  id?: string
}

/** A place to drop files on that is also an ordinary file button for the keyboard. */
export function FileDrop({ accept, max, min, multiple, disabled, onFiles, refusals, hint, id: given }: FileDropProps) {
  const own = useId()
  const id = given ?? own
  const depth = useRef(0)
  const [over, setOver] = useState(false)
  const here = useState<readonly FileNotTaken[]>([])
  const [refused, setRefused] = refusals ?? here

  const take = (list: FileList | null) => {
    const files = [...(list ?? [])].slice(0, multiple ? undefined : 1)
    const judged = files.map((file) => ({ file, why: fileRefusalOf(file, { accept, max, min }) }))
    const left = [
      ...(multiple ? refused.filter((r) => files.every((f) => f.name !== r.name)) : []),
      ...judged.flatMap(({ file, why }) => (why ? [{ name: file.name, why }] : [])),
    ]
    setRefused(left)
    const good = judged.filter((j) => !j.why).map((j) => j.file)
    if (good.length > 0) onFiles(good, left)
  }
  // entering a child fires before leaving its parent: the depth says whether the pointer really left
  const moved = (by: 1 | -1) => (e: DragEvent) => {
    e.preventDefault()
    depth.current += by
    setOver(!disabled && depth.current > 0)
  }
  const dropped = (e: DragEvent) => {
    e.preventDefault()
    depth.current = 0
    setOver(false)
    if (!disabled) take(e.dataTransfer.files)
  }

  return (
    <div className="mg-drop-wrap">
      <label
        htmlFor={id}
        className={`mg-drop${over ? ' mg-drop-over' : ''}${disabled ? ' mg-drop-off' : ''}`}
        onDragEnter={moved(1)}
        onDragLeave={moved(-1)}
        onDragOver={(e) => e.preventDefault()}
        onDrop={dropped}
      >
        <input
          id={id}
          className="mg-sr"
          type="file"
          accept={accept.join(',')}
          multiple={multiple}
          disabled={disabled}
          aria-describedby={`${id}-rule`}
          onChange={(e) => {
            take(e.target.files)
            // the same file may be chosen again
            e.target.value = ''
          }}
        />
        <Icon name="upload" size={20} />
        <span className="mg-drop-words">
          <span>
            {t('ui.drop', { count: multiple ? 2 : 1 })} <span className="mg-drop-choose">{t('ui.drop_choose')}</span>
          </span>
          <span id={`${id}-rule`} className="mg-drop-rule">
            {hint ?? t('ui.drop_rule', { types: accept.join(' '), max: format.size(max) })}
          </span>
        </span>
      </label>
      <div role="alert">
        <ul className="mg-drop-refused">
          {refused.map(({ name, why }) => (
            <li key={name}>
              <Icon name="bad" />
              <span>
                {t(`ui.file_${why}`, {
                  name,
                  types: accept.join(' '),
                  max: format.size(max),
                  min: format.size(min ?? 0),
                })}
              </span>
              <IconButton
                icon="close"
                tone="quiet"
                size="small"
                label={t('ui.file_clear', { name })}
                onClick={() => setRefused(refused.filter((r) => r.name !== name))}
              />
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
