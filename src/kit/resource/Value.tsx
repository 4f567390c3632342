import './value.css'
import { format, t } from '../../i18n/index.ts'
import { Copyable } from '../../ui/data/Copyable.tsx'
import { DateTime } from '../../ui/data/DateTime.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import { PictureAvatar } from '../picture/Face.tsx'
import { OutLink } from './OutLink.tsx'
import { companionOf, isEmptyValue, isDay, isState, safeUrl, textOfField } from './value.logic.ts'
import { type AnyResource, fieldOf, nameOf, optionOf } from './words.ts'
import { isRecord } from '../../contract/lib/typed.ts'

interface ValueProps {
  resource: AnyResource
  name: string
  row: object
  /** One line, for a cell. */
  dense?: boolean
}

/** Tags of a cell: so many, or two and how many more there are. */
const fewTags = 3

export function FieldValue({ resource, name, row, dense = false }: ValueProps) {
  const f = fieldOf(resource, name)
  const all = isRecord(row) ? row : {}
  const value = all[name]
  const text = textOfField(resource, name, row)
  if (f.kind !== 'picture' && isEmptyValue(value) && isEmptyValue(all[companionOf(name)])) return <Nothing />
  switch (f.kind) {
    case 'url': {
      const href = safeUrl(value)
      return href ? <OutLink href={href}>{text}</OutLink> : <span>{text}</span>
    }
    case 'code':
      return <Copyable text={text} mono />
    case 'time':
      return Number.isNaN(Date.parse(String(value))) ? <span>{text}</span> : <DateTime at={String(value)} />
    case 'date':
      // a calendar date has no zone: what was written is what everybody reads
      return isDay(String(value)) ? (
        <time className="mg-num" dateTime={String(value)}>
          {format.day(String(value))}
        </time>
      ) : (
        <span>{text}</span>
      )
    case 'number':
    case 'size':
    case 'list':
      return <span className="mg-num">{text}</span>
    case 'id':
      return <Copyable text={text} mono />
    case 'one':
      return isState(name) ? <StatusTag word={String(value)} label={text} dot={dense} /> : <span>{text}</span>
    case 'picture':
      return (
        <PictureAvatar
          name={nameOf(resource, row)}
          picture={typeof value === 'string' ? value : ''}
          size={dense ? 24 : 48}
        />
      )
    case 'words':
      return <Tags resource={resource} name={name} words={value} dense={dense} />
    case 'long-text':
      return dense ? <span>{text}</span> : <div className="kit-prose">{text}</div>
    default:
      return <span>{text}</span>
  }
}

function Tags({
  resource,
  name,
  words,
  dense,
}: {
  resource: AnyResource
  name: string
  words: unknown
  dense: boolean
}) {
  const all = Array.isArray(words) ? words.map((w) => optionOf(resource, name, String(w))) : [String(words)]
  const shown = dense && all.length > fewTags ? all.slice(0, fewTags - 1) : all
  const more = all.length - shown.length
  return (
    <span className="kit-tags" title={dense && more > 0 ? all.join(', ') : undefined}>
      {shown.map((w, i) => (
        // two words may be alike
        <span className="kit-tag" key={i}>
          {w}
        </span>
      ))}
      {more > 0 && <span className="kit-tag mg-num">+{more}</span>}
    </span>
  )
}

export function Nothing() {
  return (
    <span className="mg-faint">
      <span aria-hidden="true">–</span>
      <span className="mg-sr">{t('kit.unset')}</span>
    </span>
  )
}
