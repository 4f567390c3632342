/** The desk of consoles of one scene: its nodes, the consoles that are open as tabs, one or two of them on the screen. */
import './console.css'
import { useEffect, useRef, useState } from 'react'
import { useDispatch, useSelector, useStore } from 'react-redux'
import type { ConsoleKind } from '../../../contract/scene/node.ts'
import type { Scene } from '../../../contract/scene/scene.schema.ts'
import { scoped } from '../../../lib/storage.ts'
import { t } from '../../../i18n/index.ts'
import { useMe } from '../../../kit/session/use.ts'
import { Button, IconButton } from '../../../ui/input/Button.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Tabs } from '../../../ui/layout/Tabs.tsx'
import { ConsolePane } from './ConsolePane.tsx'
import { consolesActions, type WithConsoles } from './consoles.slice.ts'
import {
  activatePlace,
  showConsole,
  closeConsole,
  type ConsoleDeskState,
  type KeptDesk,
  onlyPlace,
  readDesk,
  splitDesk,
} from './desk.logic.ts'
import { useFontSize } from './fontSize.ts'
import { ConsoleRoom } from './ConsoleRoom.tsx'
import { NodeRail } from './NodeRail.tsx'
import { consoleStreams } from './part.ts'

interface DeskProps {
  scene: Scene
  /** What is open at first. */
  first?: { node: string; kind: ConsoleKind } | undefined
  /** It is open: a page that is loaded anew shows what was shown last. */
  taken?: () => void
}
/** Consoles belong to this tab of the browser: another one has its own. */
const kept = scoped('session')

/** Tabs are the page's own: their keys say what they show, and never come twice. */
const keyOf = (scene: string, node: string, kind: ConsoleKind): string => `${scene}/${node}/${kind}`

export function ConsoleDesk({ scene, first, taken }: DeskProps) {
  const dispatch = useDispatch()
  const store = useStore<WithConsoles>()
  const open = useSelector((s: WithConsoles) => s.consoles?.open)
  const place = `desk-${useMe()?.resource_id ?? ''}-${scene.id}`
  const [was] = useState(() => readDesk(kept.get(place)))
  const [desk, setDesk] = useState<ConsoleDeskState>(was.desk)
  const consoles = useRef<Record<string, string>>({ ...was.consoles })
  useEffect(() => {
    for (const key of desk.tabs) {
      const id = open?.[key]?.console
      if (id) consoles.current[key] = id
    }
    kept.set(place, JSON.stringify({ desk, consoles: consoles.current } satisfies KeptDesk))
  }, [place, desk, open])
  const [fontSize, setFontSize] = useFontSize()

  const ask = (key: string, node: string, kind: ConsoleKind) => {
    const resume = consoles.current[key]
    dispatch(consolesActions.opened({ key, scene: scene.id, node, kind, record: true, ...(resume ? { resume } : {}) }))
  }
  const openOne = (node: string, kind: ConsoleKind) => {
    const key = keyOf(scene.id, node, kind)
    const at = store.getState().consoles?.open[key]?.phase.at
    if (at === undefined || at === 'ended') ask(key, node, kind)
    setDesk((d) => showConsole(d, key))
  }
  const closeOne = (key: string) => {
    dispatch(consolesActions.closed(key))
    consoleStreams.drop(key)
    delete consoles.current[key]
    setDesk((d) => closeConsole(d, key))
  }
  // what was open before the page was loaded anew
  useEffect(() => {
    for (const key of was.desk.tabs) {
      const node = nodeOf(key)
      if (node) ask(key, node.id, kindOf(key))
    }
    // once
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  // a page that is left closes its lines; one that is opened with a node shows it at once
  const ready = scene.nodes.some((n) => n.id === first?.node && n.can.includes('console'))
  useEffect(() => {
    if (!ready || !first) return
    openOne(first.node, first.kind)
    taken?.()
    // only when it becomes possible
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [ready])
  // where there is one workplace only, nobody has to choose it
  const only = first || was.desk.tabs.length ? undefined : onlyPlace(scene.nodes)
  useEffect(() => {
    if (only) openOne(only.node, only.kind)
    // once, when everything is on
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [only?.node])
  useEffect(() => {
    const prefix = `${scene.id}/`
    return () => void dispatch(consolesActions.left(prefix))
  }, [dispatch, scene.id])

  const nodeOf = (key: string) => scene.nodes.find((n) => key.startsWith(`${scene.id}/${n.id}/`))
  const kindOf = (key: string): ConsoleKind => (key.endsWith('/desktop') ? 'desktop' : 'terminal')
  const nameOf = (key: string) => {
    const node = nodeOf(key)?.name ?? ''
    return t(kindOf(key) === 'desktop' ? 'console.desktop_of' : 'console.terminal_of', { node })
  }
  const places: readonly (0 | 1)[] = desk.split ? [0, 1] : [0]
  return (
    <div className="mg-desk">
      <NodeRail scene={scene} room={<ConsoleRoom scene={scene.id} />} open={openOne} opened={desk.tabs} keyOf={keyOf} />
      <div className="mg-desk-main">
        {desk.tabs.length > 0 && (
          <div className="mg-desk-head">
            <Tabs
              label={t('console.tabs')}
              items={desk.tabs.map((key) => ({
                id: key,
                label: t('console.tab', {
                  node: nodeOf(key)?.name ?? '',
                  kind: t(kindOf(key) === 'desktop' ? 'console.desktop' : 'console.terminal'),
                }),
              }))}
              active={desk.shown[desk.active] ?? ''}
              onChange={(key) => setDesk((d) => showConsole(d, key))}
            />
            {desk.shown[desk.active] && (
              <IconButton
                size="small"
                icon="close"
                label={t('console.close', { name: nameOf(desk.shown[desk.active] ?? '') })}
                onClick={() => closeOne(desk.shown[desk.active] ?? '')}
              />
            )}
            <Button
              className="mg-desk-split"
              size="small"
              icon="split"
              aria-pressed={desk.split}
              onClick={() => setDesk(splitDesk)}
            >
              {t(desk.split ? 'console.single' : 'console.split')}
            </Button>
          </div>
        )}
        <div className="mg-desk-places" data-places={places.length}>
          {places.map((place) => {
            const key = desk.shown[place]
            return (
              <div
                key={place}
                className="mg-desk-place"
                data-active={desk.split && desk.active === place}
                onFocusCapture={() => setDesk((d) => activatePlace(d, place))}
              >
                {key ? (
                  <ConsolePane key={key} wire={key} name={nameOf(key)} fontSize={fontSize} setFontSize={setFontSize} />
                ) : (
                  <Nothing scene={scene} />
                )}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

/** It is on its way, and its consoles come by themselves. */
const coming: ReadonlySet<string> = new Set(['in-queue', 'init', 'creating', 'start', 'running', 'executing-event'])

/** A place without a console, and why. */
function Nothing({ scene }: { scene: Scene }) {
  const why = scene.nodes.some((n) => n.can.includes('console'))
    ? 'empty'
    : scene.status === 'complete'
      ? 'over'
      : coming.has(scene.status)
        ? 'coming'
        : 'off'
  return (
    <Empty icon={why === 'empty' ? 'terminal' : 'power'} title={t(`console.${why}`)}>
      {t(`console.${why}_text`)}
    </Empty>
  )
}
