import { format } from '../../i18n/index.ts'
import { useNow } from './useNow.ts'

type Instant = string | number | Date
interface InstantProps {
  at: Instant
}

const iso = (at: Instant): string => new Date(at).toISOString()
const valid = (at: Instant): boolean => !Number.isNaN(new Date(at).getTime())

/** Date and time in the viewer's zone, for logs to the second; the full instant with its zone as a tooltip. */
export function DateTime({ at, seconds }: InstantProps & { seconds?: true }) {
  if (!valid(at)) return null
  return (
    <time className="mg-num" dateTime={iso(at)} title={format.whole(at)}>
      {seconds ? format.dateTimeSeconds(at) : format.dateTime(at)}
    </time>
  )
}

/** The day of an instant. */
export function Day({ at }: InstantProps) {
  if (!valid(at)) return null
  return (
    <time className="mg-num" dateTime={iso(at)} title={format.whole(at)}>
      {format.date(at)}
    </time>
  )
}

/** How long ago or ahead; goes on counting. */
export function Ago({ at }: InstantProps) {
  const now = useNow()
  if (!valid(at)) return null
  return (
    <time className="mg-num" dateTime={iso(at)} title={format.whole(at)}>
      {format.ago(new Date(at), now)}
    </time>
  )
}
