import { format } from '../../i18n/index.ts'
import { useNow } from './useNow.ts'

type Instant = string | number | Date
interface InstantProps {
  at: Instant
}

const iso = (at: Instant): string => new Date(at).toISOString()
const valid = (at: Instant): boolean => !Number.isNaN(new Date(at).getTime())

/** An instant as its words say it; the whole of it, with its zone, as a tooltip that is made when a pointer comes to it: a table has many. */
function Moment({ at, words }: InstantProps & { words: string }) {
  return (
    <time
      className="mg-num"
      dateTime={iso(at)}
      onPointerEnter={(e) => {
        e.currentTarget.title = format.whole(at)
      }}
    >
      {words}
    </time>
  )
}

/** Date and time in the viewer's zone, for logs to the second. */
export function DateTime({ at, seconds }: InstantProps & { seconds?: true }) {
  if (!valid(at)) return null
  return <Moment at={at} words={seconds ? format.dateTimeSeconds(at) : format.dateTime(at)} />
}

/** The day of an instant. */
export function Day({ at }: InstantProps) {
  return valid(at) ? <Moment at={at} words={format.date(at)} /> : null
}

/** How long ago or ahead; goes on counting. */
export function Ago({ at }: InstantProps) {
  const now = useNow()
  return valid(at) ? <Moment at={at} words={format.ago(new Date(at), now)} /> : null
}
