/** The bell of the header, and above the page the exam or the class hour one is in the middle of: one question to the server. What they need comes when the page has nothing more urgent to do; the bell's place is kept until then. */
import { useEffect, useState } from 'react'
import type { ScreenName } from '../../../contract/screens/index.ts'
import { loadMessages, t } from '../../../i18n/index.ts'
import { useSession } from '../../../kit/session/use.ts'
import { chunk } from '../../../lib/chunk.ts'
import { Icon } from '../../../ui/icon/Icon.tsx'

const load = async () => {
  const [{ Bell }, { ExamBanner }, { ClassBanner }] = await Promise.all([
    import('./Bell.tsx'),
    import('../banner/ExamBanner.tsx'),
    import('../banner/ClassBanner.tsx'),
    loadMessages('message'),
  ])
  return { Bell, ExamBanner, ClassBanner }
}
type Loaded = Awaited<ReturnType<typeof load>>
/** Milliseconds after the frame is there; a first screen is drawn by then or soon. */
const rest = 800
/** Code, not state: it shows at once when the frame is drawn again. */
let arrived: Loaded | undefined

/** Whether there is anybody to tell, and what it is told with, once that is here. */
function useLater(): { on: boolean; loaded: Loaded | undefined } {
  const phase = useSession()
  const on = phase.at === 'in' && phase.must_change === null
  const [loaded, setLoaded] = useState(arrived)
  useEffect(() => {
    if (!on || arrived) return
    let gone = false
    const timer = setTimeout(() => {
      chunk(load).then(
        (all) => {
          arrived = all
          if (!gone) setLoaded(all)
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
  return { on, loaded: loaded ?? arrived }
}

export function LaterBell() {
  const { on, loaded } = useLater()
  if (!on) return null
  if (loaded) return <loaded.Bell />
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

/** What goes on for the viewer: an exam, a class hour. */
export function LaterBanners({ screen }: { screen: ScreenName | undefined }) {
  const { on, loaded } = useLater()
  return on && loaded ? (
    <>
      <loaded.ExamBanner screen={screen} />
      <loaded.ClassBanner />
    </>
  ) : null
}
