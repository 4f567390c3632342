/** The bell of the header. What it needs comes when the page has nothing more urgent to do; its place is kept until then. */
import { type ComponentType, useEffect, useState } from 'react'
import { loadMessages, t } from '../../i18n/index.ts'
import { useSession } from '../../kit/session/use.ts'
import { chunk } from '../../lib/chunk.ts'
import { Icon } from '../../ui/Icon.tsx'

const load = async () => {
  const [{ Bell }] = await Promise.all([import('./Bell.tsx'), loadMessages('message')])
  return Bell
}
/** Milliseconds after the frame is there; a first screen is drawn by then or soon. */
const rest = 800
/** Code, not state: it shows at once when the frame is drawn again. */
let arrived: ComponentType | undefined

export function LaterBell() {
  const phase = useSession()
  const on = phase.at === 'in' && phase.must_change === null
  const [Bell, setBell] = useState<ComponentType | undefined>(() => arrived)
  useEffect(() => {
    if (!on || arrived) return
    let gone = false
    const timer = setTimeout(() => {
      chunk(load).then(
        (loaded) => {
          arrived = loaded
          if (!gone) setBell(() => loaded)
        },
        // the next page tries again
        () => undefined,
      )
    }, rest)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [on])
  if (!on) return null
  if (Bell) return <Bell />
  return (
    <button
      type="button"
      className="mg-btn mg-btn-quiet mg-btn-default mg-btn-icon"
      disabled
      aria-label={t('shell.bell')}
    >
      <Icon name="bell" />
    </button>
  )
}
